import { problemIn } from "../../../../lib/problems.ts";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { type SchemaFieldProps, useSchemaForm, type Values } from "../../../schema_form/context.ts";
import { defaultsOf } from "../../../schema_form/node.ts";
import { text } from "../../../text/flow.ts";

const FIRST = ["url", "method", "expectedStatus", "headers", "body"];

/** A step's request: what most steps need, and the rest behind one line. */
export function RequestField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const values = () => (props.value ?? {}) as Values;
  const others = () => Object.keys(props.node.properties ?? {}).filter((name) => !FIRST.includes(name));
  const isTouched = () => {
    const defaults = defaultsOf(props.node);
    return others().some(
      (name) =>
        problemIn(form.problems(), `${props.path}.${name}`) !== undefined ||
        (values()[name] !== undefined && JSON.stringify(values()[name]) !== JSON.stringify(defaults[name])),
    );
  };
  const wasTouched = isTouched();
  const fields = (only: (name: string) => boolean) => (
    <form.Fields
      node={props.node}
      path={props.path}
      values={values()}
      only={only}
      onChange={props.onChange}
    />
  );
  return (
    <>
      {fields((name) => FIRST.includes(name))}
      <Disclosure label={text.moreOfRequest} isOpen={wasTouched}>
        {fields((name) => !FIRST.includes(name))}
      </Disclosure>
    </>
  );
}
