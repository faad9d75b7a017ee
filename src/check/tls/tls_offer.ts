import { SCHEMES } from "./tls_signature.ts";
import { CLIENT_SUITES, READER_SUITES, TLS12_SUITES } from "./tls_suites.ts";

/** What a ClientHello says that we can do. */
export interface Offer {
  suites: readonly number[];
  /** Of signatures. */
  schemes: readonly number[];
  /** Not to be sent where servers know no later version than 1.2. */
  hasTls13: boolean;
}

const RSA_SHA1 = 0x0201;

/** To read a certificate, of old servers too: nothing is sent to them after it. */
export const READER_OFFER: Offer = {
  suites: READER_SUITES,
  schemes: [...SCHEMES.keys()],
  hasTls13: true,
};

/** For a connection that is talked over. */
export const CLIENT_OFFER: Offer = {
  suites: CLIENT_SUITES,
  schemes: READER_OFFER.schemes.filter((scheme) => scheme !== RSA_SHA1),
  hasTls13: true,
};

export const TLS12_OFFER: Offer = { ...CLIENT_OFFER, suites: [...TLS12_SUITES.keys()], hasTls13: false };
