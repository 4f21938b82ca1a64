import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazyPart } from "../../../src/components/ui/lazy-part.tsx";
import { PartNotLoaded } from "../../../src/lib/parts/part-not-loaded.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Menu({ name }: { name: string }) {
  return <p>Menu of {name}</p>;
}

/** A component whose code loads only while there is a network. */
function partOfNetwork() {
  const network = { isThere: false, asked: 0 };
  const ask = () => {
    network.asked += 1;
    return network.isThere ? Promise.resolve() : Promise.reject(new Error("no network"));
  };
  const Part = lazyPart<{ name: string }>(async () => {
    await ask().catch((cause: unknown) => {
      throw new PartNotLoaded({ bring: ask, isServerThere: false, cause });
    });
    return { default: Menu };
  });
  return { network, Part };
}

test("a part that does not load says so in its place and comes with the network [FIELD-02]", async () => {
  const { network, Part } = partOfNetwork();
  await act(async () => {
    render(
      <main>
        <h1>Page</h1>
        <Part name="101" />
      </main>,
    );
  });
  expect(screen.getByRole("alert").textContent).toContain("There is no connection to the server");
  expect(screen.getByRole("heading", { name: "Page" })).toBeVisible();

  network.isThere = true;
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(screen.getByText("Menu of 101")).toBeVisible();
});

test("a part that does not load is tried again after longer and longer waits, and by its button [FIELD-02]", async () => {
  const { network, Part } = partOfNetwork();
  await act(async () => void render(<Part name="101" />));
  const asked = () => network.asked;
  expect(asked()).toBe(1);
  await act(async () => await vi.advanceTimersByTimeAsync(2000));
  expect(asked()).toBe(2);
  await act(async () => await vi.advanceTimersByTimeAsync(1900));
  expect(asked()).toBe(2);
  await act(async () => await vi.advanceTimersByTimeAsync(4000));
  expect(asked()).toBe(3);
  await act(async () => await vi.advanceTimersByTimeAsync(200));
  expect(asked()).toBe(4);

  network.isThere = true;
  await act(async () => screen.getByRole("button", { name: "Try again" }).click());
  expect(screen.getByText("Menu of 101")).toBeVisible();
});

test("a menu that does not load can be closed like one that is open, and one without a way to close it cannot [FIELD-02]", async () => {
  const close = vi.fn();
  const Late = lazyPart<{ onClose: () => void }>(() => Promise.reject(new Error("no network")));
  await act(async () => void render(<Late onClose={close} />));
  // A dialog has no position in the page, so its message is fixed to the window.
  expect(screen.getByRole("alert").className).toContain("fixed");
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(close).toHaveBeenCalledOnce();
  cleanup();

  const { Part } = partOfNetwork();
  await act(async () => void render(<Part name="101" />));
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  expect(screen.getByRole("alert").className).not.toContain("fixed");
});

test("a dialog that is closed before its code has come says nothing more [FIELD-02]", async () => {
  const Late = lazyPart<{ task?: string; onClose: () => void }>(
    () => Promise.reject(new Error("no network")),
    { isOpen: ({ task }) => task !== undefined },
  );
  const shown = (task?: string) => <Late {...(task !== undefined && { task })} onClose={vi.fn()} />;
  const { rerender } = render(shown("Paint"));
  await act(async () => undefined);
  expect(screen.getByRole("alert")).toBeVisible();
  rerender(shown());
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a dialog loads nothing before it is opened, and one that is in the address is closed there [FIELD-02]", async () => {
  const load = vi.fn(() => Promise.reject(new Error("no network")));
  const close = vi.fn();
  type Props = { search: { unit?: string }; address: () => void };
  const Late = lazyPart<Props>(load, {
    isOpen: ({ search }) => search.unit !== undefined,
    close: ({ address }) => address(),
  });
  const { rerender } = render(<Late search={{}} address={close} />);
  expect(load).not.toHaveBeenCalled();

  rerender(<Late search={{ unit: "101" }} address={close} />);
  await act(async () => undefined);
  expect(load).toHaveBeenCalledOnce();
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(close).toHaveBeenCalledOnce();
});

test("what must be said without the code stands there also where the code cannot come, and the message with it [FIELD-02]", async () => {
  const Late = lazyPart<{ news: string | null }>(() => Promise.reject(new Error("no network")), {
    failedClassName: "hidden",
    untilThen: ({ news }) => news,
  });
  const shown = (news: string | null) => render(<Late news={news} />);
  await act(async () => void shown("Somebody changed this"));
  expect(screen.getByText("Somebody changed this")).toBeVisible();
  expect(screen.getByRole("alert").className).not.toContain("hidden");
  cleanup();
  await act(async () => void shown(null));
  expect(screen.getByRole("alert").className).toContain("hidden");
});

test("a part that could not be preloaded is loaded when it is shown [FIELD-02]", async () => {
  const { network, Part } = partOfNetwork();
  await act(async () => Part.preload());
  network.isThere = true;
  await act(async () => void render(<Part name="101" />));
  expect(screen.getByText("Menu of 101")).toBeVisible();
});
