import { currentUser } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { findPage, startPathOf } from "../route/pages.ts";
import { text } from "../text/shell.ts";

export default function MissingPage() {
  const { role } = currentUser();
  const start = startPathOf(role);
  return (
    <>
      <PageHeader title={text.pages.missing} />
      <EmptyState icon="search" title={text.missing.title}>
        <p>{text.missing.lead}</p>
        <ButtonLink href={start}>
          {text.missing.open(text.pages[findPage(start, role)?.id ?? "dashboard"])}
        </ButtonLink>
      </EmptyState>
    </>
  );
}
