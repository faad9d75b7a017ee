import { selfTestAnswer, selfTestChange } from "../../../schema/self_test.ts";
import { getSelfTest, updateSelfTest } from "../../../service/system/self_test.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const PATH = "/api/v1/admin/self-test";

export const selfTestRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "selfTest",
    summary: "Read how own trouble is told from that of targets",
    answer: { status: 200, schema: selfTestAnswer },
    handle: async ({ context }) => await getSelfTest(context),
  }),
  endpoint({
    method: "PUT",
    path: PATH,
    area: "selfTest",
    summary: "Change how own trouble is told from that of targets",
    description: "What is left out keeps what is stored.",
    body: selfTestChange,
    answer: { status: 200, schema: selfTestAnswer },
    handle: async ({ context, body }) => await updateSelfTest(context, body),
  }),
];
