import { errors } from "jose";
import * as oauth from "oauth4webapi";
import { AppError } from "../lib/errors.ts";
import { readThrown } from "../lib/wire/thrown.ts";

/** Omits causes, which may hold tokens. */
export function describeFault(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    return `The provider refused: ${error.error.slice(0, 100)}.`;
  }
  if (error instanceof oauth.OperationProcessingError) return describeProcessing(error);
  if (error instanceof errors.JOSEError) return `The provider's keys don't match: ${error.message}.`;
  if (isTimeout(error)) return "The provider didn't respond within 10 seconds.";
  const thrown = readThrown(error);
  if (thrown.kind === "protocol") return `The provider can't be used: ${thrown.text}.`;
  const why = "sentence" in thrown ? `${thrown.sentence} ` : "";
  return `The provider can't be reached. ${why}Check the issuer address.`;
}

function describeProcessing({ code, cause, message }: oauth.OperationProcessingError): string {
  if (code === oauth.RESPONSE_IS_NOT_CONFORM && cause instanceof Response) {
    return `The provider returned ${cause.status} instead of its metadata: check the issuer address.`;
  }
  if (code === oauth.JSON_ATTRIBUTE_COMPARISON) {
    return "The provider uses another issuer address: enter the issuer exactly as the provider states it.";
  }
  if (code === oauth.RESPONSE_IS_NOT_JSON || code === oauth.PARSE_ERROR) {
    return "The provider didn't return JSON: check the issuer address.";
  }
  return `Invalid response from the provider: ${message}.`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof errors.JWKSTimeout || (error instanceof Error && error.name === "TimeoutError");
}
