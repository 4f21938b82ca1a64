import { CircleCheck, Clock, Plus, TriangleAlert } from "lucide-react";
import { KeyCaps } from "../../src/components/key-caps.tsx";
import { TaskCircle, TaskMark } from "../../src/components/task-circle.tsx";
import { Avatar } from "../../src/components/ui/avatar.tsx";
import { Badge } from "../../src/components/ui/badge.tsx";
import { Button } from "../../src/components/ui/button.tsx";
import { Spinner } from "../../src/components/ui/spinner.tsx";
import { Exhibit, longName, Row } from "./exhibit.tsx";

const variants = ["primary", "secondary", "outline", "ghost", "destructive"] as const;
const tones = ["neutral", "accent", "info", "success", "warning", "danger"] as const;
const circled = [
  ["not_started", "not_started"],
  ["in_progress", "in_progress"],
  ["completed", "completed"],
  ["overdue", "in_progress"],
] as const;
const brokenPicture = "/no-such-picture.png";

/** Buttons, circles of tasks, badges and pictures of people. */
export function ButtonExhibits() {
  return (
    <>
      <Exhibit name="Keys">
        <Row>
          <KeyCaps keys="j" />
          <KeyCaps keys="g b" />
          <KeyCaps keys="mod+k" />
        </Row>
      </Exhibit>
      <Exhibit name="Buttons">
        {variants.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="sm">
              small
            </Button>
            <Button variant={variant}>
              <Plus aria-hidden /> with icon
            </Button>
            <Button variant={variant} size="icon" aria-label={`${variant} icon`}>
              <Plus aria-hidden />
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} loading>
              loading
            </Button>
            <Button variant={variant} asChild>
              <a href="#link">link</a>
            </Button>
          </Row>
        ))}
      </Exhibit>
      <Exhibit name="Task circles">
        {[false, true].map((disabled) => (
          <Row key={String(disabled)}>
            {circled.map(([status, baseStatus]) => (
              <TaskCircle
                key={status}
                task={{ id: status, name: "Paint walls", status, baseStatus }}
                disabled={disabled}
                onMove={() => undefined}
                onCompletedPress={() => undefined}
              />
            ))}
          </Row>
        ))}
        <Row>
          {circled.map(([status, baseStatus]) => (
            <TaskMark key={status} task={{ status, baseStatus }} />
          ))}
        </Row>
      </Exhibit>
      <Exhibit name="Badges">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row>
          <Badge tone="success" icon={CircleCheck}>
            Complete
          </Badge>
          <Badge tone="warning" icon={Clock}>
            On hold
          </Badge>
          <Badge tone="danger" icon={TriangleAlert}>
            Overdue
          </Badge>
        </Row>
      </Exhibit>
      <Exhibit name="Avatars and spinner">
        <Row>
          {(["sm", "md", "lg"] as const).map((size) => (
            <Avatar key={size} size={size} name="Mia Wolf" />
          ))}
          <Avatar name="Mia Wolf" src="/favicon.svg" />
          <Avatar name="Mia Wolf" src={brokenPicture} />
          <Avatar name={longName} />
          <Spinner />
        </Row>
      </Exhibit>
    </>
  );
}
