import { selfTestChange, selfTestResponse } from "../../../schema/self_test.ts";
import { getSelfTest, updateSelfTest } from "../../../service/system/self_test.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const PATH = "/api/v1/admin/self-test";

export const selfTestRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "selfTest",
    summary: "Get the self-test settings",
    response: { status: 200, schema: selfTestResponse },
    handle: async ({ context }) => await getSelfTest(context),
  }),
  endpoint({
    method: "PUT",
    path: PATH,
    area: "selfTest",
    summary: "Update the self-test settings",
    description: "Omitted fields stay unchanged.",
    body: selfTestChange,
    response: { status: 200, schema: selfTestResponse },
    handle: async ({ context, body }) => await updateSelfTest(context, body),
  }),
];
