"""What a new customer writes in Python: a key, a first link, and a webhook with a checked signature."""

import os
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from plinth import Client, WebhookVerificationError, events_of, verify_webhook

server = os.environ["PLINTH_SERVER"]
with Client(server) as visitor:
    key = visitor.accounts.create("python@customer.example")["api_key"]
print(f"key: {key['prefix']}…{key['last4']}")

received = queue.Queue()
secret = ""


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        while not secret:
            time.sleep(0.01)
        status = 204
        try:
            message = verify_webhook(body, self.headers, secret)
            for event in events_of(message):
                received.put(event)
        except WebhookVerificationError:
            status = 400
        try:
            verify_webhook(body + b" ", self.headers, secret)
            raise AssertionError("a changed body passed the check")
        except WebhookVerificationError:
            pass
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


with Client(server, api_key=key["key"]) as client:
    answer = client.building_links.resolve("#1203 -77 huntley")
    assert answer["meta"]["recommended_action"] == "accept", answer["meta"]
    link = answer["data"][0]
    print(f"link: {link['project_name']}, unit {link['unit']}, {link['match_confidence']}")

    receiver = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{receiver.server_port}"
    endpoint = client.webhooks.endpoints.create({"url": url, "event_types": ["project.*"]})
    secret = endpoint["secret"]
    while client.webhooks.endpoints.get(endpoint["id"])["status"] != "enabled":
        time.sleep(0.2)
    print("endpoint: enabled")
    client.sandbox.send_event({"type": "project.price_changed"})
    while True:
        event = received.get(timeout=60)
        if event["type"] == "project.price_changed":
            break
    print(f"event: {event['type']} of {event['data']['resource']['type']}, signature valid")
