"""A real SMTP server. Writes what it receives as lines of JSON, read by Python's own mail parser."""

import asyncio, email, email.policy, json, ssl, sys

from aiosmtpd.smtp import SMTP, AuthResult

wish = json.loads(sys.argv[1])


def tell(**what):
    print(json.dumps(what), flush=True)


class Handler:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        if wish.get("auth"):
            responses = [line for line in responses if not line.startswith("250-AUTH")]
            responses.insert(1, "250-AUTH " + wish["auth"])
        return responses

    async def handle_RCPT(self, server, session, envelope, address, options):
        local = address.split("@")[0]
        if local == "gone":
            return "550 5.1.1 No such mailbox"
        if local == "later":
            return "451 4.7.1 Come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.SMTPUTF8)
        parts = {part.get_content_type(): part.get_content() for part in mail.iter_parts()}
        tell(
            client=session.host_name,
            isEncrypted=session.ssl is not None or wish["tls"] == "on",
            user=session.auth_data,
            sender=envelope.mail_from,
            senderOptions=envelope.mail_options,
            receivers=envelope.rcpt_tos,
            headers={name: str(value) for name, value in mail.items()},
            names=list(mail.keys()),
            text=parts.get("text/plain"),
            html=parts.get("text/html"),
            defects=[repr(defect) for part in mail.walk() for defect in part.defects],
            longest=max(len(line) for line in envelope.original_content.split(b"\r\n")),
            bareBreaks=envelope.original_content.replace(b"\r\n", b"").count(b"\n"),
        )
        return "250 Taken"


def authenticate(server, session, envelope, mechanism, data):
    login = data.login.decode()
    isRight = login == wish["user"] and data.password.decode() == wish["password"]
    return AuthResult(success=isRight, handled=False, auth_data=f"{mechanism} {login}" if isRight else None)


def context():
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(wish["cert"], wish["key"])
    return made


async def main():
    options = dict(enable_SMTPUTF8=wish.get("utf8", True), hostname="mail.test")
    if wish["tls"] == "starttls":
        options.update(tls_context=context())
    if wish.get("user"):
        # Under TLS from the start aiosmtpd can't see it.
        options.update(authenticator=authenticate, auth_required=True, auth_require_tls=wish["tls"] == "starttls")
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(Handler(), **options), "127.0.0.1", 0, ssl=context() if wish["tls"] == "on" else None
    )
    tell(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


asyncio.run(main())
