import { CloudOff, Inbox, SearchX } from "lucide-react";
import {
  ConnectionStatus,
  ConnectionWord,
} from "../../src/components/layout/connection-status.tsx";
import { MessagePage } from "../../src/components/layout/message-page.tsx";
import { PartBoundary } from "../../src/components/part-boundary.tsx";
import { Button } from "../../src/components/ui/button.tsx";
import { Card } from "../../src/components/ui/card.tsx";
import { EmptyState } from "../../src/components/ui/empty-state.tsx";
import { MissingPartButtons, missingPartSentence } from "../../src/components/ui/missing-part.tsx";
import { Skeleton } from "../../src/components/ui/skeleton.tsx";
import { Columns, Exhibit, longName, Row } from "./exhibit.tsx";

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
            <EmptyState icon={SearchX} title={longName} description={longName} />
          </Card>
          <Card role="group" aria-busy="true" aria-label="A list that loads">
            <div className="grid gap-3 p-4">
              <Skeleton className="h-5" />
              <Skeleton className="h-5" />
              <Skeleton className="h-5" />
            </div>
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
              waits={{ count: state === "live" ? 0 : 31, refused: 0, open: null }}
            />
          ))}
          <ConnectionWord
            connection={{ state: "live", since: 0 }}
            waits={{ count: 3, refused: 1, open: () => undefined }}
          />
        </Row>
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
