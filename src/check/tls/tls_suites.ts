export type HashName = "sha256" | "sha384";

export interface Suite {
  hash: HashName;
  cipher: "aes-128-gcm" | "aes-256-gcm" | "chacha20-poly1305";
  keyBytes: number;
}

export const TLS13_SUITES: ReadonlyMap<number, Suite> = new Map<number, Suite>([
  [0x1301, { hash: "sha256", cipher: "aes-128-gcm", keyBytes: 16 }],
  [0x1302, { hash: "sha384", cipher: "aes-256-gcm", keyBytes: 32 }],
  [0x1303, { hash: "sha256", cipher: "chacha20-poly1305", keyBytes: 32 }],
]);

/** Only named, never used: in TLS 1.2 the certificate comes before anything is encrypted. */
const ECDHE_SUITES = [
  0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc023, 0xc027, 0xc024, 0xc028, 0xc009, 0xc013, 0xc00a,
  0xc014,
] as const;
const RSA_SUITES = [0x009c, 0x009d, 0x003c, 0x003d, 0x002f, 0x0035] as const;

const ecdhe: ReadonlySet<number> = new Set(ECDHE_SUITES);
const rsa: ReadonlySet<number> = new Set(RSA_SUITES);

export const OFFERED_SUITES: readonly number[] = [...TLS13_SUITES.keys(), ...ECDHE_SUITES, ...RSA_SUITES];

export const isTls12Suite = (id: number) => ecdhe.has(id) || rsa.has(id);

/** With these the server signs its half of the key exchange; with plain RSA it signs nothing. */
export const isSignedSuite = (id: number) => ecdhe.has(id);
