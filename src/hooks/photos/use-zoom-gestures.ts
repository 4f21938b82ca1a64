import { useRef, type PointerEvent } from "react";
import { keepOnPhoto, limit, rescale, restScale, type View } from "../../lib/photos/zoom.ts";

/** The horizontal distance in px from which a finger's move counts as a swipe. */
const SWIPE_PX = 50;

type Point = { x: number; y: number };

interface GestureOptions {
  view: View;
  /** The size of the photo when it fits the window, in px. */
  fittedSize: () => { width: number; height: number };
  onView: (view: View) => void;
  /** Receives 1 for the next photo and -1 for the previous one. */
  onSwipe: (direction: 1 | -1) => void;
}

interface Gesture {
  pointers: Map<number, Point>;
  /** The places of the fingers and the view at the last change of the number of fingers. */
  from: { middle: Point; distance: number; view: View };
}

/** Pointer handlers of the viewer: drag to pan, pinch to zoom, swipe to step. */
export function useZoomGestures({ view, fittedSize, onView, onSwipe }: GestureOptions) {
  const gesture = useRef<Gesture | null>(null);

  const restart = (pointers: Map<number, Point>, from: View) => {
    gesture.current =
      pointers.size === 0 ? null : { pointers, from: { ...spanOf(pointers), view: from } };
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const pointers = gesture.current?.pointers ?? new Map<number, Point>();
      restart(pointers.set(event.pointerId, pointOf(event)), view);
    },
    onPointerMove: (event: PointerEvent) => {
      const active = gesture.current;
      if (!active?.pointers.has(event.pointerId)) return;
      active.pointers.set(event.pointerId, pointOf(event));
      const { middle, distance } = spanOf(active.pointers);
      const { from } = active;
      const pinched =
        active.pointers.size > 1
          ? rescale(from.view, limit((from.view.scale * distance) / from.distance))
          : from.view;
      const x = pinched.x + middle.x - from.middle.x;
      const y = pinched.y + middle.y - from.middle.y;
      onView(keepOnPhoto({ ...pinched, x, y }, fittedSize()));
    },
    onPointerUp: (event: PointerEvent) => {
      const active = gesture.current;
      if (!active?.pointers.has(event.pointerId)) return;
      const wasOne = active.pointers.size === 1;
      const direction = wasOne && event.pointerType !== "mouse" ? swipeOf(event, active) : null;
      active.pointers.delete(event.pointerId);
      const rested = keepOnPhoto(rescale(view, restScale(view.scale)), fittedSize());
      onView(rested);
      restart(active.pointers, rested);
      if (direction !== null) onSwipe(direction);
    },
    onPointerCancel: (event: PointerEvent) => {
      const active = gesture.current;
      if (!active) return;
      active.pointers.delete(event.pointerId);
      restart(active.pointers, view);
    },
  };
}

/** The direction of a single finger's swipe, or null; at a larger scale the finger pans instead. */
function swipeOf(event: PointerEvent, { from }: Gesture): 1 | -1 | null {
  const x = event.clientX - from.middle.x;
  const y = event.clientY - from.middle.y;
  if (from.view.scale > 1 || Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(y)) return null;
  return x < 0 ? 1 : -1;
}

function spanOf(pointers: ReadonlyMap<number, Point>): { middle: Point; distance: number } {
  const [a = { x: 0, y: 0 }, b = a] = pointers.values();
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
  };
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}
