import { createContext, useContext } from "solid-js";
import { fillText } from "../../../src/domain/page/text.ts";
import type { SubscriptionOptions } from "../../../src/schema/subscription_settings.ts";

interface Subscribing {
  options: SubscriptionOptions;
  t: (key: string, values?: Readonly<Record<string, string>>) => string;
}

export const SubscribingContext = createContext<Subscribing>();

export function makeWords(texts: Readonly<Record<string, string>>): Subscribing["t"] {
  return (key, values = {}) => fillText(texts[key] ?? key, values);
}

export function useSubscribing(): Subscribing {
  const subscribing = useContext(SubscribingContext);
  if (!subscribing) throw new Error("There is nothing to subscribe to around this.");
  return subscribing;
}
