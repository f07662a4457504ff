"""A server on loopback that answers from a list, for tests of faults."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional, Tuple

Answer = Tuple[int, Dict[str, str], bytes]


class FakeServer:
    def __init__(self) -> None:
        #: Answers in order; the last one stays.
        self.answers: List[Answer] = []
        #: Instead of the list: answers a request by its body.
        self.respond: Optional[Callable[[Any], Answer]] = None
        self.requests: List[Dict[str, Any]] = []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                fake.requests.append({"method": self.command, "path": self.path, "headers": headers, "body": body})
                if fake.respond is not None:
                    status, more, raw = fake.respond(json.loads(body))
                else:
                    status, more, raw = fake.answers.pop(0) if len(fake.answers) > 1 else fake.answers[0]
                if status == 0:
                    self.close_connection = True
                    return
                self.send_response(status)
                for name, value in {"content-type": "application/json", "content-length": str(len(raw)), **more}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(raw)
                if "content-length" in more:
                    self.close_connection = True

            do_GET = do_POST = do_PATCH = do_DELETE = handle_one

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def answer(status: int, body: Any, **headers: str) -> Answer:
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, json.dumps(body).encode()


def problem(status: int, code: str, **headers: str) -> Answer:
    return answer(status, {"code": code, "detail": f"This is {code}."}, **headers)
