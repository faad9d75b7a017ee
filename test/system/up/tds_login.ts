import {
  collationChangeToken,
  doneToken,
  errorToken,
  infoToken,
  loginAckToken,
  routingToken,
  textChangeToken,
} from "./tds_token.ts";

export const TDS_USER = "uptide";
export const TDS_PASSWORD = "Kóla;nut's 42";
export const TDS_DATABASE = "shop";

export interface SeenLogin {
  user: string;
  database: string;
  version: number;
  isReadOnly: boolean;
  isEncrypted: boolean;
}

const FAILED = 2;

/** LOGIN7 [MS-TDS 2.2.6.4]: texts by place and number of characters. */
export function answerLogin(body: Buffer, routes: "readers" | "everybody" | undefined) {
  const textAt = (place: number) => {
    const at = body.readUInt16LE(place);
    return body.subarray(at, at + 2 * body.readUInt16LE(place + 2));
  };
  const hidden = Buffer.from(textAt(44)).map((byte: number) => {
    const turned = byte ^ 0xa5;
    return (turned >> 4) | ((turned << 4) & 0xf0);
  });
  const login = {
    user: textAt(40).toString("utf16le"),
    database: textAt(68).toString("utf16le"),
    version: body.readUInt32LE(4),
    isReadOnly: (body[26]! & 0x20) !== 0,
  };
  if (body.readUInt32LE(0) !== body.length) throw new Error("The length of LOGIN7 is wrong.");
  const refuse = (...errors: Buffer[]) => ({ login, isIn: false, tokens: [...errors, doneToken(FAILED)] });
  if (login.user.includes("\\")) {
    return refuse(
      errorToken(
        18452,
        "Login failed. The login is from an untrusted domain and cannot be used with Integrated authentication.",
      ),
    );
  }
  const failed = errorToken(18456, `Login failed for user '${login.user}'.`);
  if (login.user !== TDS_USER || Buffer.from(hidden).toString("utf16le") !== TDS_PASSWORD)
    return refuse(failed);
  if (login.database !== "" && login.database !== TDS_DATABASE) {
    const text = `Cannot open database "${login.database}" requested by the login. The login failed.`;
    return refuse(errorToken(4060, text), failed);
  }
  const isSentOn = routes === "everybody" || (routes === "readers" && login.isReadOnly);
  return {
    login,
    isIn: true,
    tokens: [
      textChangeToken(1, login.database || "master", "master"),
      infoToken(`Changed database context to '${login.database}'.`),
      collationChangeToken(),
      loginAckToken(login.version),
      textChangeToken(4, "4096", "4096"),
      ...(isSentOn ? [routingToken("replica.test", 1434)] : []),
      doneToken(0),
    ],
  };
}
