"""Faults, retries, streams, webhooks and DataFrames."""

import asyncio
import sys
import unittest
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

import pandas  # noqa: E402
from fake_server import FakeServer, answer, problem  # noqa: E402

from plinth import (  # noqa: E402
    AsyncClient,
    CallOptions,
    Client,
    PlinthError,
    WebhookVerificationError,
    events_of,
    link_dataframe,
    verify_webhook,
)
from plinth.errors import retry_after_seconds  # noqa: E402
from plinth.requests import Lines, batches, query_pairs, retry_delay  # noqa: E402


class WithServer(unittest.TestCase):
    def setUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.stop)
        self.client = Client(self.server.url + "/", api_key="pl_test_x")
        self.addCleanup(self.client.close)

    def assert_fails(self, code: str, call) -> PlinthError:
        with self.assertRaises(PlinthError) as caught:
            call()
        self.assertEqual(caught.exception.code, code)
        return caught.exception


class Retries(WithServer):
    def test_repeats_with_the_same_idempotency_key(self) -> None:
        self.server.answers = [
            problem(503, "overloaded", retry_after="0"),
            (0, {}, b""),
            problem(429, "rate_limited", retry_after="0"),
            answer(200, {"data": [], "meta": {"outcome": "no_match"}}),
        ]
        self.assertEqual(self.client.building_links.ask({"address": "x"})["meta"]["outcome"], "no_match")
        keys = [request["headers"]["idempotency-key"] for request in self.server.requests]
        self.assertEqual(len(keys), 4)
        self.assertEqual(len(set(keys)), 1)

    def test_the_asynchronous_client_does_the_same(self) -> None:
        self.server.answers = [problem(503, "overloaded", retry_after="0"), answer(200, {"data": {"id": 1}})]

        async def get() -> object:
            async with AsyncClient(self.server.url, get_token=self.token) as client:
                return await client.projects.get(1)

        self.assertEqual(asyncio.run(get()), {"id": 1})
        self.assertEqual(self.server.requests[1]["headers"]["authorization"], "Bearer fresh")

    async def token(self) -> str:
        return "fresh"

    def test_does_not_repeat_what_would_not_help(self) -> None:
        for status, code in ((400, "invalid_parameter"), (404, "project_not_found"), (500, "internal_error")):
            self.server.answers = [problem(status, code)]
            before = len(self.server.requests)
            error = self.assert_fails(code, lambda: self.client.projects.get(1))
            self.assertEqual((error.status, error.detail), (status, f"This is {code}."))
            self.assertEqual(len(self.server.requests) - before, 1)

    def test_does_not_repeat_changes_or_long_waits(self) -> None:
        self.server.answers = [problem(503, "overloaded", retry_after="0")]
        self.assert_fails("overloaded", lambda: self.client.feeds.update("f", {"name": "x"}, version=3))
        self.assertEqual(self.server.requests[0]["headers"]["if-match"], '"3"')
        self.server.answers = [problem(429, "rate_limited", retry_after="61")]
        self.assertEqual(self.assert_fails("rate_limited", self.client.me).retry_after, 61)
        self.assertEqual(len(self.server.requests), 2)

    def test_options_of_a_call(self) -> None:
        self.server.answers = [problem(503, "overloaded", retry_after="0")]
        options = CallOptions(retries=1, headers={"x-mine": "1"}, idempotency_key="mine")
        self.assert_fails("overloaded", lambda: self.client.building_links.ask({"address": "x"}, options=options))
        self.assertEqual([r["headers"]["idempotency-key"] for r in self.server.requests], ["mine", "mine"])
        self.assertEqual(self.server.requests[0]["headers"]["x-mine"], "1")

    def test_the_delays(self) -> None:
        error = PlinthError(status=503, code="overloaded", detail="")
        self.assertEqual([retry_delay(error, attempt, 1) for attempt in range(3)], [0.25, 0.5, 1])
        self.assertEqual(retry_delay(error, 20, 0), 10)
        self.assertIsNone(retry_delay(PlinthError(status=409, code="state_conflict", detail=""), 0))
        now = datetime(2026, 11, 16, 12, 0, tzinfo=timezone.utc)
        self.assertEqual(retry_after_seconds({"retry-after": "Mon, 16 Nov 2026 12:00:30 GMT"}, now), 30)
        self.assertIsNone(retry_after_seconds({"retry-after": "soon"}, now))


class Answers(WithServer):
    def test_redirects_are_not_followed(self) -> None:
        self.server.answers = [answer(302, {}, location="https://example.com/")]
        self.assertEqual(self.assert_fails("unexpected_answer", self.client.me).status, 302)
        self.assertEqual(len(self.server.requests), 1)

    def test_answers_of_other_servers(self) -> None:
        self.server.answers = [(200, {}, b"<html>")]
        self.assert_fails("unexpected_answer", self.client.me)
        self.server.answers = [(502, {}, b"<html>")]
        self.assert_fails("unexpected_answer", lambda: self.client.me(options=CallOptions(retries=0)))

    def test_nobody_listens(self) -> None:
        with Client("http://127.0.0.1:9", retries=0) as client:
            self.assertEqual(self.assert_fails("network_error", client.me).status, 0)
        with self.assertRaises(ValueError):
            Client("plinth.example")

    def test_query_parameters(self) -> None:
        query = {"city": ["Toronto", "Ottawa"], "near": [49.2, -123.1], "verified": True, "limit": 5, "q": None}
        self.assertEqual(
            query_pairs(query),
            [("city", "Toronto"), ("city", "Ottawa"), ("near", "49.2,-123.1"), ("verified", "true"), ("limit", "5")],
        )

    def test_an_incomplete_export(self) -> None:
        rows = b'{"id": 1}\n{"id": 2}\n'
        self.server.answers = [(200, {"x-row-count": "3"}, rows)]
        self.assert_fails("unexpected_answer", lambda: list(self.client.exports.records("projects")))
        self.server.answers = [(200, {"x-row-count": "2"}, rows)]
        self.assertEqual(list(self.client.exports.records("projects")), [{"id": 1}, {"id": 2}])

    def test_an_interrupted_stream(self) -> None:
        self.server.answers = [(200, {"content-length": "100"}, b'{"key": "a"}\n')]
        self.assert_fails("network_error", lambda: list(self.client.listings.export()))

    def test_an_error_at_the_end_of_a_stream(self) -> None:
        last = b'{"key": "a"}\n{"error": {"code": "temporarily_unavailable", "message": "The database is away."}}\n'
        self.server.answers = [(200, {}, last)]
        self.assert_fails("temporarily_unavailable", lambda: list(self.client.listings.export()))


class Streams(unittest.TestCase):
    def test_lines_end_at_line_feeds_only(self) -> None:
        lines = Lines()
        text = '{"a": "x\u2028y\u0085"}\n{"b": 1}'.encode()
        found = [value for at in range(len(text)) for value in lines.feed(text[at : at + 1])]
        self.assertEqual(found + list(lines.end()), [{"a": "x\u2028y\u0085"}, {"b": 1}])

    def test_batches_are_bounded(self) -> None:
        self.assertEqual([len(batch) for batch in batches({"n": n} for n in range(2500))], [1000, 1000, 500])
        self.assertEqual([len(batch) for batch in batches(["é" * 1_500_000] * 3)], [1, 1, 1])
        self.assertEqual(list(batches([])), [])


class Webhooks(unittest.TestCase):
    """The example of the Standard Webhooks specification."""

    SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    BODY = '{"test": 2432232314}'
    HEADERS = {
        "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }

    def reason(self, now: float = 1614265330, secrets="", body=BODY, **headers: str) -> str:
        given = {**self.HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}
        try:
            verify_webhook(body, given, secrets or self.SECRET, now=now)
        except WebhookVerificationError as error:
            return error.reason
        return ""

    def test_accepts(self) -> None:
        self.assertEqual(verify_webhook(self.BODY.encode(), self.HEADERS, self.SECRET, now=1614265330)["test"], 2432232314)
        self.assertEqual(self.reason(secrets=["whsec_b3RoZXI=", self.SECRET]), "")

    def test_refuses(self) -> None:
        self.assertEqual(self.reason(now=1614265631), "too_old")
        self.assertEqual(self.reason(now=1614265029), "too_new")
        self.assertEqual(self.reason(body=self.BODY + " "), "no_match")
        self.assertEqual(self.reason(secrets="whsec_b3RoZXI="), "no_match")
        self.assertEqual(self.reason(secrets="whsec_!"), "invalid_secret")
        self.assertEqual(self.reason(secrets=("",)), "invalid_secret")
        self.assertEqual(self.reason(webhook_timestamp="now"), "invalid_timestamp")
        self.assertEqual(self.reason(webhook_signature=""), "missing_header")
        self.assertEqual(self.reason(body={"test": 1}), "invalid_body")

    def test_batches(self) -> None:
        self.assertEqual(events_of({"type": "batch", "data": {"events": [{"id": "a"}]}}), [{"id": "a"}])
        self.assertEqual(events_of({"type": "ping", "id": "b"}), [{"type": "ping", "id": "b"}])


class DataFrames(WithServer):
    def test_links_every_row_and_keeps_the_index(self) -> None:
        def respond(body):
            results = []
            for query in body["queries"]:
                if query["address"] == "bad":
                    results.append({"query_id": query["query_id"], "error": {"code": "invalid_parameter", "message": ""}})
                elif query["address"] == "none":
                    meta = {"outcome": "no_match", "reason": "unknown_street"}
                    results.append({"query_id": query["query_id"], "data": [], "meta": meta})
                else:
                    link = {"building_id": 7, "project_name": query["city"], "match_confidence": 0.99, "match_level": "building"}
                    meta = {"outcome": "matched", "recommended_action": "accept"}
                    results.append({"query_id": query["query_id"], "data": [link], "meta": meta})
            return answer(200, {"data": results, "meta": {}})

        self.server.respond = respond
        frame = pandas.DataFrame(
            {"Address": ["1 Main St", None, "none", "bad", float("nan")], "Town": ["Ottawa", "x", None, "y", "z"]},
            index=[10, 20, 30, 40, 40],
        )
        linked = link_dataframe(self.client, frame, address="Address", hints={"city": "Town"})
        self.assertEqual(list(linked.index), [10, 20, 30, 40, 40])
        self.assertEqual(list(linked["plinth_outcome"]), ["matched", "not_sent", "no_match", "error", "not_sent"])
        self.assertEqual(linked["plinth_building_id"].iloc[0], 7)
        self.assertTrue(linked["plinth_building_id"].iloc[1] is pandas.NA)
        self.assertEqual(linked["plinth_project_name"].iloc[0], "Ottawa")
        self.assertEqual(linked["plinth_reason"].iloc[2], "unknown_street")
        self.assertEqual(list(linked["plinth_recommended_action"].fillna("")), ["accept", "", "", "", ""])
        self.assertEqual(list(linked["plinth_match_level"].fillna("")), ["building", "", "", "", ""])
        self.assertNotIn("plinth_outcome", frame.columns)
        with self.assertRaisesRegex(ValueError, "no column 'address'"):
            link_dataframe(self.client, frame)


if __name__ == "__main__":
    unittest.main()
