import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { RecordDialog } from "../../src/components/record-dialog.tsx";
import { TitledDialog } from "../../src/components/titled-dialog.tsx";
import { Button } from "../../src/components/ui/button.tsx";
import { ConfirmDialog } from "../../src/components/ui/confirm-dialog.tsx";
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "../../src/components/ui/dialog.tsx";
import { DialogForm } from "../../src/components/ui/dialog-form.tsx";
import {
  DropdownMenu,
  DropdownMenuChoice,
  DropdownMenuChoices,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  DropdownSubmenu,
} from "../../src/components/ui/dropdown-menu.tsx";
import { Field } from "../../src/components/ui/field.tsx";
import { Input } from "../../src/components/ui/input.tsx";
import { LateMenu } from "../../src/components/ui/late-menu.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../src/components/ui/popover.tsx";
import { toast } from "../../src/components/ui/toast.ts";
import { Tooltip } from "../../src/components/ui/tooltip.tsx";
import { Exhibit, longName, Row } from "./exhibit.tsx";

/** Components that open above the page, each behind a button. */
export function OverlayExhibits() {
  return (
    <>
      <Exhibit name="Dialogs">
        <Row>
          <LongDialog />
          <FormDialog />
          <EditDialog />
          <Question />
        </Row>
      </Exhibit>
      <Exhibit name="Menus, popovers and tooltips">
        <Row>
          <Menu />
          <MenuOfRow />
          <Popover>
            <PopoverTrigger asChild>
              <Button variant="outline">Open popover</Button>
            </PopoverTrigger>
            <PopoverContent aria-label="Popover">A small panel beside its button</PopoverContent>
          </Popover>
          <Tooltip text={longName}>
            <Button variant="outline">Show tooltip</Button>
          </Tooltip>
        </Row>
      </Exhibit>
      <Exhibit name="Notifications">
        <Row>
          <Button
            variant="outline"
            onClick={() => toast({ title: "Saved", description: longName })}
          >
            Show success
          </Button>
          <Button variant="outline" onClick={completeOne}>
            Show what merges and can be undone
          </Button>
          <Button
            variant="outline"
            onClick={() =>
              toast({ title: "Not saved", description: longName, variant: "destructive" })
            }
          >
            Show failure
          </Button>
        </Row>
      </Exhibit>
    </>
  );
}

let completed = 0;

function completeOne() {
  completed += 1;
  toast({
    title: "Task updated successfully",
    merge: { kind: "tasks", id: String(completed), title: (count) => `${count} tasks completed` },
    undo: () => undefined,
  });
}

function LongDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Open long dialog
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent size="lg">
          <DialogHeader>
            <DialogTitle>{longName}</DialogTitle>
            <DialogDescription>{longName}</DialogDescription>
          </DialogHeader>
          <DialogBody tabIndex={0} role="region" aria-label="Text">
            {Array.from({ length: 40 }, (_, index) => (
              <p key={index}>{longName}</p>
            ))}
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button>Save</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  );
}

function FormDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Open form
      </Button>
      <TitledDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Add Unit"
        description="The unit belongs to Riverside Terrace."
      >
        <DialogForm
          submitLabel="Add Unit"
          isSubmitting={false}
          onSubmit={(event) => event.preventDefault()}
        >
          <Field label="Name" required error="Enter a name.">
            <Input />
          </Field>
        </DialogForm>
      </TitledDialog>
    </>
  );
}

function EditDialog() {
  const [subject, setSubject] = useState<{ id: string; name: string }>();
  return (
    <>
      <Button variant="outline" onClick={() => setSubject({ id: "204", name: longName })}>
        Open record
      </Button>
      <RecordDialog
        subject={subject}
        adding={{ title: "Add Unit", description: "The unit belongs to Riverside Terrace." }}
        editing={{ title: "Edit Unit", description: longName }}
        onClose={() => setSubject(undefined)}
      >
        {(item) => (
          <DialogBody>
            <Field label="Name">
              <Input defaultValue={item?.name} />
            </Field>
          </DialogBody>
        )}
      </RecordDialog>
    </>
  );
}

function Question() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Open question
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${longName}?`}
        description="This cannot be undone."
        confirmLabel="Delete"
        destructive
        onConfirm={() => Promise.resolve()}
      />
    </>
  );
}

function MenuOfRow() {
  const [open, setOpen] = useState(false);
  return (
    <LateMenu
      open={open}
      onOpenChange={setOpen}
      align="start"
      renderButton={(props) => (
        <Button {...props} variant="outline">
          Open menu of a row
        </Button>
      )}
    >
      <DropdownMenuItem>
        <Pencil aria-hidden /> Edit
      </DropdownMenuItem>
    </LateMenu>
  );
}

function Menu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">Open menu</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Unit 204</DropdownMenuLabel>
        <DropdownMenuItem>
          <Pencil aria-hidden /> Edit
        </DropdownMenuItem>
        <DropdownMenuItem disabled>Disabled</DropdownMenuItem>
        <DropdownMenuItem destructive>
          <Trash2 aria-hidden /> Delete
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuChoices value="painter">
          <DropdownMenuChoice value="painter">Painter</DropdownMenuChoice>
          <DropdownMenuChoice value="long">{longName}</DropdownMenuChoice>
        </DropdownMenuChoices>
        <DropdownSubmenu label="Blocked" value="Parts">
          <DropdownMenuItem>Not blocked</DropdownMenuItem>
        </DropdownSubmenu>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
