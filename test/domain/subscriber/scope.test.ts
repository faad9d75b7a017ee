import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideScope, isFor } from "../../../src/domain/subscriber/scope.ts";
import { PUBLIC_EVENT_TYPES } from "../../../src/schema/incident_status.ts";

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 5 });
const tags = fc.uniqueArray(fc.constantFrom("core", "eu", "us", "beta"), { maxLength: 3 });
const types = fc.uniqueArray(fc.constantFrom(...PUBLIC_EVENT_TYPES), { maxLength: 4 });
const world = fc.record({
  type: fc.constantFrom(...PUBLIC_EVENT_TYPES),
  isPageWide: fc.boolean(),
  linked: ids,
  tagged: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), tags), { maxLength: 8 }),
  choices: fc.record({ events: types, monitorIds: ids, tags }),
});

function decide({
  type,
  isPageWide,
  linked,
  tagged,
  choices,
}: typeof world extends fc.Arbitrary<infer T> ? T : never) {
  const scope = decideScope({ isPageWide, monitorIds: linked }, new Map(tagged));
  return isFor({ type, scope }, choices);
}

describe("the recipients of an event", () => {
  it("match the definition for any links, tags and choices", () => {
    fc.assert(
      fc.property(world, (one) => {
        const { type, isPageWide, linked, tagged, choices } = one;
        const tagsOf = new Map(tagged);
        const followsAll = choices.monitorIds.length + choices.tags.length === 0;
        const follows = linked.some(
          (id) =>
            choices.monitorIds.includes(id) ||
            (tagsOf.get(id) ?? []).some((tag) => choices.tags.includes(tag)),
        );
        const expected = choices.events.includes(type) && (isPageWide || followsAll || follows);
        expect(decide(one)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("keep a subscriber who follows more", () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 8 }), (one, more) => {
        const { choices } = one;
        fc.pre(choices.monitorIds.length + choices.tags.length > 0);
        const wider = { ...choices, monitorIds: [...choices.monitorIds, more] };
        if (decide(one)) expect(decide({ ...one, choices: wider })).toBe(true);
      }),
    );
  });
});
