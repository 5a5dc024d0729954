"""An object store for tests: moto's server on loopback, with a bucket and the variables that lead to it."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import boto3
from moto.server import ThreadedMotoServer

BUCKET = "lab"
READING = {"Effect": "Allow", "Action": ["s3:ListBucket", "s3:GetObject"], "Resource": "*"}


@contextmanager
def serving() -> Iterator[str]:
    """The address of a store, until the end of the test."""
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.stop()


def empty(endpoint: str) -> dict[str, str]:
    """Begin again with an empty bucket; the variables that lead there."""
    check_rights(endpoint, False)
    _ask(f"{endpoint}/moto-api/reset", "POST")
    _ask(f"{endpoint}/{BUCKET}", "PUT")
    return {"AWS_ACCESS_KEY_ID": "lab", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_ENDPOINT_URL": endpoint}


def reader(endpoint: str) -> dict[str, str]:
    """The key of a user who may only read."""
    iam = boto3.client("iam", "us-east-1", endpoint_url=endpoint, aws_access_key_id="lab", aws_secret_access_key="secret")
    iam.create_user(UserName="reader")
    policy = json.dumps({"Version": "2012-10-17", "Statement": [READING]})
    iam.put_user_policy(UserName="reader", PolicyName="reading", PolicyDocument=policy)
    key = iam.create_access_key(UserName="reader")["AccessKey"]
    return {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"]}


def check_rights(endpoint: str, are_checked: bool) -> None:
    """Let the store look whether users may do what they ask, or not."""
    _ask(f"{endpoint}/moto-api/reset-auth", "POST", b"0" if are_checked else b"inf")


def _ask(address: str, method: str, content: bytes = b"") -> None:
    request = urllib.request.Request(address, content, {"Content-Type": "text/plain"}, method=method)
    urllib.request.urlopen(request).close()
