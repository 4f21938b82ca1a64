import { CatchBoundary, type ErrorComponentProps, Link } from "@tanstack/react-router";
import {
  ArrowLeftRight,
  Columns2,
  ImageOff,
  Images,
  Printer,
  SquareSplitHorizontal,
} from "lucide-react";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { usePhone } from "../../hooks/use-media.ts";
import { usePrinting } from "../../hooks/use-printing.ts";
import { errorCode } from "../../lib/errors.ts";
import type { CompareMode, CompareSearch } from "./compare-search.ts";
import { PairCaption } from "./pair-caption.tsx";
import { PhotoSlider } from "./photo-slider.tsx";
import { SideBySide } from "./side-by-side.tsx";
import { type Pair, usePair } from "./use-pair.ts";

interface ComparePageProps {
  projectId: string;
  search: CompareSearch;
  address: DialogAddress;
}

/** Two photos of a project compared: before and after of a unit, or any two. */
export function ComparePage(props: ComparePageProps) {
  const { left = "", right = "", unit = "", task = "" } = props.search;
  return (
    <Page>
      <CatchBoundary
        getResetKey={() => `${left} ${right} ${unit} ${task}`}
        errorComponent={(failure) => <PairFailed {...failure} projectId={props.projectId} />}
      >
        <Comparison {...props} />
      </CatchBoundary>
    </Page>
  );
}

function Comparison({ projectId, search, address }: ComparePageProps) {
  const pair = usePair(projectId, search);
  const isPhone = usePhone();
  const mode = search.mode ?? (isPhone ? "slider" : "side");
  const { left = null, right = null } = pair ?? {};
  const isPair = left !== null && right !== null;
  const swap = () => isPair && address.change({ left: right.id, right: left.id });
  return (
    <>
      <PageHeader
        title="Compare Photos"
        description={pair && titleOf(pair)}
        actions={
          isPair && (
            <div className="flex flex-wrap gap-2 print:hidden">
              <ModeButtons mode={mode} onChange={(next) => address.change({ mode: next })} />
              <Button variant="outline" onClick={swap}>
                <ArrowLeftRight aria-hidden /> <span className="max-sm:sr-only">Swap</span>
              </Button>
              <Button variant="outline" onClick={() => window.print()}>
                <Printer aria-hidden /> <span className="max-sm:sr-only">Print</span>
              </Button>
            </div>
          )
        }
      />
      {pair === undefined ? (
        <UntilKnown>
          <CompareSkeleton />
        </UntilKnown>
      ) : left === null && right === null ? (
        <NoPair projectId={projectId} isOfPlace={(search.unit ?? search.task) !== undefined} />
      ) : (
        <PairView projectId={projectId} pair={pair} mode={mode} />
      )}
    </>
  );
}

function PairView(props: { projectId: string; pair: Pair; mode: CompareMode }) {
  const { projectId, pair, mode } = props;
  const { left, right } = pair;
  // A printed page has no slider.
  const isPrinting = usePrinting();
  if (left === null || right === null || mode === "side" || isPrinting)
    return <SideBySide projectId={projectId} pair={pair} />;
  return (
    <>
      <PhotoSlider key={`${left.id} ${right.id}`} left={left} right={right} />
      <div className="mt-3 grid grid-cols-2 gap-4">
        <PairCaption projectId={projectId} photo={left} other={right} />
        <PairCaption projectId={projectId} photo={right} other={left} />
      </div>
    </>
  );
}

const MODES = [
  { mode: "side", label: "Side by Side", icon: Columns2 },
  { mode: "slider", label: "Slider", icon: SquareSplitHorizontal },
] as const;

function ModeButtons(props: { mode: CompareMode; onChange: (mode: CompareMode) => void }) {
  return (
    <div role="group" aria-label="View" className="flex">
      {MODES.map(({ mode, label, icon: Icon }) => (
        <Button
          key={mode}
          variant={mode === props.mode ? "secondary" : "outline"}
          aria-pressed={mode === props.mode}
          className="first:rounded-r-none last:rounded-l-none last:border-l-0"
          onClick={() => props.onChange(mode)}
        >
          <Icon aria-hidden /> {label}
        </Button>
      ))}
    </div>
  );
}

function titleOf({ left, right }: Pair): string | undefined {
  const names = [...new Set([left, right].flatMap((photo) => photo?.unitName ?? []))];
  return names.length === 0 ? undefined : names.join(" and ");
}

function NoPair({ projectId, isOfPlace }: { projectId: string; isOfPlace: boolean }) {
  return (
    <EmptyState
      icon={Images}
      title={isOfPlace ? "No photos to compare yet" : "No photos chosen"}
      description={
        isOfPlace
          ? "The newest photo from before the work stands here beside the newest one of its completion."
          : "Choose two photos of the project."
      }
      action={<ToWall projectId={projectId} />}
    />
  );
}

function ToWall({ projectId }: { projectId: string }) {
  return (
    <Button variant="secondary" asChild>
      <Link to="/projects/$projectId/photos" params={{ projectId }} search={{ pair: [] }}>
        <Images aria-hidden /> Choose Photos
      </Link>
    </Button>
  );
}

function PairFailed({ error, projectId }: ErrorComponentProps & { projectId: string }) {
  if (errorCode(error) !== "not_found") throw error;
  return (
    <>
      <PageHeader title="Compare Photos" />
      <EmptyState
        role="alert"
        icon={ImageOff}
        title="A photo of this pair is no longer here"
        description="It was deleted. Choose another one in its place."
        action={<ToWall projectId={projectId} />}
      />
    </>
  );
}

/** The placeholder of the photos while they load. */
function CompareSkeleton() {
  return (
    <div aria-busy className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-[max(14rem,36dvh)] md:h-[max(16rem,min(46rem,100dvh-22rem))]" />
      <Skeleton className="h-[max(14rem,36dvh)] md:h-[max(16rem,min(46rem,100dvh-22rem))]" />
    </div>
  );
}
