import { CloudOff, Inbox, SearchX } from "lucide-react";
import {
  ConnectionStatus,
  ConnectionWord,
} from "../../src/components/layout/connection-status.tsx";
import { MessagePage } from "../../src/components/layout/message-page.tsx";
import { PartBoundary } from "../../src/components/part-boundary.tsx";
import { PendingMark, PendingSign } from "../../src/components/pending-mark.tsx";
import { Button } from "../../src/components/ui/button.tsx";
import { Card } from "../../src/components/ui/card.tsx";
import { EmptyState } from "../../src/components/ui/empty-state.tsx";
import { MissingPartButtons } from "../../src/components/ui/missing-part.tsx";
import { missingPartSentence } from "../../src/lib/parts/part-not-loaded.ts";
import { NotOnDevice } from "../../src/components/ui/not-on-device.tsx";
import { Skeleton } from "../../src/components/ui/skeleton.tsx";
import { UntilKnown } from "../../src/components/ui/until-known.tsx";
import { WaitingItem } from "../../src/features/outbox/waiting-item.tsx";
import type { Operation } from "../../src/lib/outbox/operation.ts";
import { Columns, Exhibit, longName, Row } from "./exhibit.tsx";

const waitingWords = [
  { state: "refused", text: "Not accepted. You don't have permission to do this." },
  { state: "waiting", text: "Waiting for network" },
  { state: "sending", text: "Being sent" },
  {
    state: "unknown",
    text: "Made by another version of Turnboard. It is kept until that version is back.",
  },
] as const;

function waitingOf(at: number): Operation {
  const texts = [`Note on 101: ${longName}`, "Paint walls, 101: Completed", "101: Ready-by Jul 14"];
  return {
    ...{ seq: at, id: String(at), kind: "task.update", version: 1, args: {}, record: "task" },
    ...{ text: texts[at] ?? "Clean oven, 102: Started", address: null, by: "user", dependsOn: [] },
    ...{ madeAt: 1_780_000_000_000, madeOffline: true, state: "waiting", tries: 0, refusal: null },
  };
}

/** States of a part of a page without content: empty, loading, failed. */
export function StateExhibits() {
  return (
    <>
      <Exhibit name="Empty, loading and failed">
        <Columns>
          <Card>
            <EmptyState
              icon={Inbox}
              title="No units yet"
              description="Add the units that are turned in this project."
              action={<Button>Add Units</Button>}
            />
          </Card>
          <Card>
            <EmptyState title="Nothing to show" />
          </Card>
          <Card>
            <NotOnDevice />
          </Card>
          <Card>
            <EmptyState icon={SearchX} title={longName} description={longName} />
          </Card>
          <Card role="group" aria-busy="true" aria-label="A list that loads">
            <UntilKnown>
              <div className="grid gap-3 p-4">
                <Skeleton className="h-5" />
                <Skeleton className="h-5" />
                <Skeleton className="h-5" />
              </div>
            </UntilKnown>
          </Card>
          <Card>
            <PartBoundary what="The list of units">
              <Fails />
            </PartBoundary>
          </Card>
          {[false, true].map((isServerThere) => (
            <Card key={String(isServerThere)}>
              <EmptyState
                icon={CloudOff}
                title="This could not be loaded yet"
                description={missingPartSentence(isServerThere)}
                action={
                  <MissingPartButtons
                    isTrying={false}
                    tryNow={() => undefined}
                    isServerThere={isServerThere}
                  />
                }
              />
            </Card>
          ))}
        </Columns>
      </Exhibit>
      <Exhibit name="The connection">
        <Row>
          <ConnectionStatus />
          {(["live", "reconnecting", "offline"] as const).map((state) => (
            <ConnectionWord
              key={state}
              connection={{ state, since: 0 }}
              waits={{ count: state === "live" ? 0 : 31, refused: 0, left: 0, open: null }}
            />
          ))}
          <ConnectionWord
            connection={{ state: "live", since: 0 }}
            waits={{ count: 3, refused: 1, left: 0, open: () => undefined }}
          />
        </Row>
      </Exhibit>
      <Exhibit name="What is not sent yet">
        <Row>
          Paint walls <PendingSign /> <PendingMark of="task" />
        </Row>
        <ul className="max-w-lg">
          {waitingWords.map((words, at) => (
            <WaitingItem
              key={words.text}
              operation={waitingOf(at)}
              words={words}
              onCopy={() => undefined}
              onDiscard={() => undefined}
              onOpen={() => undefined}
              {...(words.state === "refused" && {
                onRetry: () => undefined,
                onChange: () => undefined,
              })}
            />
          ))}
        </ul>
      </Exhibit>
      <Exhibit name="A page with one message">
        <MessagePage
          icon={SearchX}
          title="Page not found"
          description="There is nothing at this address."
        />
      </Exhibit>
    </>
  );
}

function Fails(): never {
  throw new Error("A read that fails on purpose");
}
