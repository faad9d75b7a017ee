import { type HttpPeer, startHttp } from "./http_peer.ts";

interface RegisteredName {
  expiresAt: number | null;
  statuses?: readonly string[];
}

export interface RdapServer extends HttpPeer {
  names: Record<string, RegisteredName>;
  status: number;
  asked(): string[];
}

export async function startRdap(): Promise<RdapServer> {
  const names: Record<string, RegisteredName> = {};
  let asked: string[] = [];
  const peer = await startHttp((_, response, { url }) => {
    const name = /\/domain\/([^/]+)$/.exec(url)?.[1] ?? "";
    asked.push(name);
    const found = names[name];
    response.setHeader("Content-Type", "application/rdap+json");
    if (server.status !== 200) response.writeHead(server.status, { "Retry-After": "600" }).end();
    else if (found) response.end(JSON.stringify(describe(name, found)));
    else response.writeHead(404).end(JSON.stringify({ errorCode: 404, title: "Not Found" }));
  });
  const server: RdapServer = {
    ...peer,
    names,
    status: 200,
    asked() {
      const all = asked;
      asked = [];
      return all;
    },
  };
  return server;
}

function describe(name: string, { expiresAt, statuses = ["client transfer prohibited"] }: RegisteredName) {
  const date = (at: number) => new Date(at).toISOString();
  return {
    rdapConformance: ["rdap_level_0"],
    objectClassName: "domain",
    ldhName: name.toUpperCase(),
    status: statuses,
    events: [
      { eventAction: "registration", eventDate: date(Date.UTC(2001, 0, 1)) },
      ...(expiresAt === null ? [] : [{ eventAction: "expiration", eventDate: date(expiresAt) }]),
      { eventAction: "last update of RDAP database", eventDate: date(Date.UTC(2026, 0, 1)) },
    ],
    entities: [
      { objectClassName: "entity", roles: ["registrant"], handle: "REDACTED" },
      {
        objectClassName: "entity",
        roles: ["registrar"],
        handle: "292",
        vcardArray: [
          "vcard",
          [
            ["version", {}, "text", "4.0"],
            ["fn", {}, "text", "Registrar & Sons"],
          ],
        ],
      },
    ],
    nameservers: [
      { objectClassName: "nameserver", ldhName: "NS2.EXAMPLE.NET" },
      { objectClassName: "nameserver", ldhName: "ns1.example.net." },
    ],
  };
}
