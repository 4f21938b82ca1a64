import { useState } from "react";
import { BlockBadge } from "../../src/components/block-badge.tsx";
import { BlockForm } from "../../src/components/block-form.tsx";
import { GivenTo } from "../../src/components/given-to.tsx";
import { KeptTypingOffer } from "../../src/components/ui/kept-typing-offer.tsx";
import { PeopleFields } from "../../src/components/people-fields.tsx";
import { TitledDialog } from "../../src/components/titled-dialog.tsx";
import { Button } from "../../src/components/ui/button.tsx";
import TextNotKept from "../../src/components/ui/text-not-kept.tsx";
import { textUnkept } from "../../src/lib/typed/text-unkept.ts";
import type { Block } from "../../src/lib/optimistic/block-change.ts";
import { Exhibit, longName, Row } from "./exhibit.tsx";

const free: Block = {
  ...{ blockedReason: null, blockedNote: null, blockedAt: null },
  ...{ blockedBy: null, blockedByName: null },
};

const sinceDays = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const blocks: Block[] = [
  { ...free, blockedReason: "parts", blockedAt: sinceDays(3), blockedNote: longName },
  { ...free, blockedReason: "vendor", blockedAt: sinceDays(1) },
  { ...free, blockedReason: "access", blockedAt: sinceDays(0) },
  { ...free, blockedReason: "approval", blockedAt: sinceDays(120), blockedByName: longName },
  { ...free, blockedReason: "other", blockedAt: sinceDays(2) },
];

textUnkept.set("full");

/** The block of a task or a unit, and the people of a task. */
export function BlockExhibits() {
  return (
    <Exhibit name="Blocks and people">
      <Row>
        {blocks.map((block) => (
          <BlockBadge key={block.blockedReason} block={block} />
        ))}
      </Row>
      <Row>
        <GivenTo names={[]} />
        <GivenTo names={["Ana Silva", "Tom Nguyen", "Lee Moss"]} />
        <GivenTo names={[longName]} />
      </Row>
      <KeptTypingOffer
        isTyped
        offer={{ count: 1, bringBack: () => undefined, discard: () => undefined }}
      />
      <TextNotKept />
      <Row>
        <BlockDialog name="Block" block={free} />
        <BlockDialog name="Change a block" block={blocks[3] ?? free} />
      </Row>
    </Exhibit>
  );
}

function BlockDialog({ name, block }: { name: string; block: Block }) {
  const [open, setOpen] = useState(false);
  const given = { assignedToId: null, assignedToName: null };
  const nobody = { ...given, crewMemberId: null, crewMemberName: null };
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <TitledDialog open={open} onClose={() => setOpen(false)} title={name} description="Unit 204">
        <BlockForm
          subject="task"
          block={block}
          record={{ id: "task" }}
          onSave={() => Promise.resolve()}
          onDone={() => setOpen(false)}
        >
          <PeopleFields given={nobody} people={[]} team={undefined} onChange={() => undefined} />
        </BlockForm>
      </TitledDialog>
    </>
  );
}
