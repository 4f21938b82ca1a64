import { Card, CardContent, CardHeader, CardTitle } from "../../src/components/ui/card.tsx";
import { Badge } from "../../src/components/ui/badge.tsx";
import { Progress } from "../../src/components/ui/progress.tsx";
import { Skeleton } from "../../src/components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../src/components/ui/tabs.tsx";
import { Columns, Exhibit, longName } from "./exhibit.tsx";

/** Cards, progress and tabs. */
export function SurfaceExhibits() {
  return (
    <>
      <Exhibit name="Cards">
        <Columns>
          <Card>
            <CardHeader>
              <CardTitle>Unit 204</CardTitle>
              <Badge tone="info">In progress</Badge>
            </CardHeader>
            <CardContent>Three of eight tasks are complete.</CardContent>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>{longName}</CardTitle>
              <Badge tone="danger">Overdue</Badge>
            </CardHeader>
            <CardContent>{longName.repeat(3)}</CardContent>
          </Card>
          <Card aria-busy="true" aria-label="A card that loads" role="group">
            <CardHeader>
              <Skeleton className="h-5 w-32" />
            </CardHeader>
            <CardContent>
              <Skeleton className="h-16" />
            </CardContent>
          </Card>
        </Columns>
      </Exhibit>
      <Exhibit name="Progress">
        <Columns>
          {[0, 38, 100].map((value) => (
            <Progress key={value} value={value} label={`Progress of ${String(value)} percent`} />
          ))}
        </Columns>
      </Exhibit>
      <Exhibit name="Tabs">
        <Tabs defaultValue="tasks">
          <TabsList aria-label="Parts of a unit">
            <TabsTrigger value="tasks">Tasks</TabsTrigger>
            <TabsTrigger value="photos">Photos</TabsTrigger>
            <TabsTrigger value="closed" disabled>
              Disabled
            </TabsTrigger>
            <TabsTrigger value="long">{longName}</TabsTrigger>
          </TabsList>
          <TabsContent value="tasks">The tasks of the unit</TabsContent>
          <TabsContent value="photos">The photos of the unit</TabsContent>
          <TabsContent value="long">A tab with a long name</TabsContent>
        </Tabs>
      </Exhibit>
    </>
  );
}
