export type HashName = "sha256" | "sha384";

export interface Suite {
  hash: HashName;
  cipher: "aes-128-gcm" | "aes-256-gcm" | "chacha20-poly1305";
  keyBytes: number;
}

const AES_128: Suite = { hash: "sha256", cipher: "aes-128-gcm", keyBytes: 16 };
const AES_256: Suite = { hash: "sha384", cipher: "aes-256-gcm", keyBytes: 32 };
const CHACHA: Suite = { hash: "sha256", cipher: "chacha20-poly1305", keyBytes: 32 };

export const TLS13_SUITES: ReadonlyMap<number, Suite> = new Map([
  [0x1301, AES_128],
  [0x1302, AES_256],
  [0x1303, CHACHA],
]);

export const TLS12_SUITES: ReadonlyMap<number, Suite> = new Map([
  [0xc02b, AES_128],
  [0xc02f, AES_128],
  [0xc02c, AES_256],
  [0xc030, AES_256],
  [0xcca9, CHACHA],
  [0xcca8, CHACHA],
]);

const ECDSA_SUITES: ReadonlySet<number> = new Set([0xc02b, 0xc02c, 0xcca9]);

/** Offered but never used: TLS 1.2 sends the certificate before anything is encrypted. */
const OLD_ECDHE_SUITES = [0xc023, 0xc027, 0xc024, 0xc028, 0xc009, 0xc013, 0xc00a, 0xc014] as const;
const RSA_SUITES = [0x009c, 0x009d, 0x003c, 0x003d, 0x002f, 0x0035] as const;

const ecdhe: ReadonlySet<number> = new Set([...TLS12_SUITES.keys(), ...OLD_ECDHE_SUITES]);
const rsa: ReadonlySet<number> = new Set(RSA_SUITES);

export const CLIENT_SUITES: readonly number[] = [...TLS13_SUITES.keys(), ...TLS12_SUITES.keys()];
export const READER_SUITES: readonly number[] = [...TLS13_SUITES.keys(), ...ecdhe, ...rsa];

export const isTls12Suite = (id: number) => ecdhe.has(id) || rsa.has(id);

/** The server signs its key exchange with these, but not with plain RSA. */
export const isSignedSuite = (id: number) => ecdhe.has(id);

export const isEcdsaSuite = (id: number) => ECDSA_SUITES.has(id);
