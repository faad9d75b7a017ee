/**
 * Regenerates src/check/tls/public_roots.ts from Debian's ca-certificates: `node scripts/public_roots.ts`.
 * Only names and keys are kept: verifying a chain needs no more.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseX509 } from "../src/check/tls/x509.ts";
import { toBase64 } from "../src/lib/bytes.ts";

const FOLDER = "/usr/share/ca-certificates/mozilla";

const ROOTS = [
  "Amazon_Root_CA_1",
  "Amazon_Root_CA_3",
  "DigiCert_Global_Root_CA",
  "DigiCert_Global_Root_G2",
  "DigiCert_Global_Root_G3",
  "DigiCert_High_Assurance_EV_Root_CA",
  "Entrust_Root_Certification_Authority_-_G2",
  "GTS_Root_R1",
  "GTS_Root_R4",
  "GlobalSign_Root_CA_-_R3",
  "GlobalSign_Root_CA_-_R6",
  "Go_Daddy_Root_Certificate_Authority_-_G2",
  "ISRG_Root_X1",
  "ISRG_Root_X2",
  "IdenTrust_Commercial_Root_CA_1",
  "Microsoft_ECC_Root_Certificate_Authority_2017",
  "Microsoft_RSA_Root_Certificate_Authority_2017",
  "Sectigo_Public_Server_Authentication_Root_E46",
  "Sectigo_Public_Server_Authentication_Root_R46",
  "SSL.com_Root_Certification_Authority_ECC",
  "SSL.com_Root_Certification_Authority_RSA",
  "Starfield_Services_Root_Certificate_Authority_-_G2",
  "USERTrust_ECC_Certification_Authority",
  "USERTrust_RSA_Certification_Authority",
];

const text = ROOTS.map((file) => {
  const der = new X509Certificate(readFileSync(join(FOLDER, `${file}.crt`))).raw;
  const { subject, spki, validTo } = parseX509(new Uint8Array(der));
  const fields = [toBase64(subject), toBase64(spki), new Date(validTo).toISOString().slice(0, 10)];
  return `  ${JSON.stringify(fields.join(" "))},\n`;
}).join("");
const head = `/** Made by \`node scripts/public_roots.ts\`: name (DER), key (SPKI) and last day of each public authority. */\n`;
const body = `${head}export const PUBLIC_ROOTS: readonly string[] = [\n${text}];\n`;
writeFileSync(join(import.meta.dirname, "../src/check/tls/public_roots.ts"), body);
