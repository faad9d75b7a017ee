import { SCHEMES } from "./tls_signature.ts";
import { CLIENT_SUITES, READER_SUITES, TLS12_SUITES } from "./tls_suites.ts";

export interface Offer {
  suites: readonly number[];
  schemes: readonly number[];
  hasTls13: boolean;
}

const RSA_SHA1 = 0x0201;

/** Includes weak algorithms of old servers: it only reads a certificate, and sends nothing afterwards. */
export const READER_OFFER: Offer = {
  suites: READER_SUITES,
  schemes: [...SCHEMES.keys()],
  hasTls13: true,
};

export const CLIENT_OFFER: Offer = {
  suites: CLIENT_SUITES,
  schemes: READER_OFFER.schemes.filter((scheme) => scheme !== RSA_SHA1),
  hasTls13: true,
};

export const TLS12_OFFER: Offer = { ...CLIENT_OFFER, suites: [...TLS12_SUITES.keys()], hasTls13: false };
