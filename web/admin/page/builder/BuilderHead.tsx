import { Button } from "../../../ui/Button.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { text } from "../../text/page_builder.ts";
import type { BuilderState } from "./builder_state.ts";
import { useBuilder } from "./context.ts";

export function BuilderHead(props: { state: BuilderState }) {
  const { builder } = useBuilder();
  return (
    <PageHeader
      title={text.title}
      lead={`${text.lead} ${text.publishes}`}
      actions={
        <div class="row">
          <Button icon="undo" label={text.undo} disabled={!builder.canUndo()} onClick={props.state.undo} />
          <Button icon="redo" label={text.redo} disabled={!builder.canRedo()} onClick={props.state.redo} />
          <Button
            variant="primary"
            isBusy={builder.isBusy()}
            disabled={!builder.isDirty()}
            onClick={() => void props.state.save()}
          >
            {text.save}
          </Button>
        </div>
      }
    />
  );
}
