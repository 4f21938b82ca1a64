import { useState } from "react";
import { LoadingScreen } from "../../src/components/layout/loading-screen.tsx";
import { Page } from "../../src/components/layout/page.tsx";
import { PageHeader } from "../../src/components/layout/page-header.tsx";
import { ProductMark } from "../../src/components/layout/product-mark.tsx";
import { Button } from "../../src/components/ui/button.tsx";
import { ButtonExhibits } from "./buttons.tsx";
import { CameraExhibits } from "./camera.tsx";
import { FieldExhibits } from "./fields.tsx";
import { ListExhibits } from "./lists.tsx";
import { BlockExhibits } from "./blocks.tsx";
import { OverlayExhibits } from "./overlays.tsx";
import { PhotoExhibits } from "./photos.tsx";
import { PresenceExhibits } from "./presence.tsx";
import { SelectionExhibits } from "./selection.tsx";
import { StateExhibits } from "./states.tsx";
import { SurfaceExhibits } from "./surfaces.tsx";

const schemes = [
  { name: "System colours", value: "light dark" },
  { name: "Light", value: "light" },
  { name: "Dark", value: "dark" },
];

/** Every component of src/components in every state, on one page. */
export function Gallery() {
  return (
    <main>
      <Page>
        <PageHeader
          title="Gallery of components"
          description="Every component of the workspace in its states. The development server shows this page; the product has none."
          actions={<SchemeButtons />}
        />
        <ProductMark />
        <ButtonExhibits />
        <FieldExhibits />
        <SurfaceExhibits />
        <ListExhibits />
        <BlockExhibits />
        <PhotoExhibits />
        <PresenceExhibits />
        <SelectionExhibits />
        <OverlayExhibits />
        <CameraExhibits />
        <StateExhibits />
        <LoadingScreen />
      </Page>
    </main>
  );
}

function SchemeButtons() {
  const [chosen, setChosen] = useState("light dark");
  return schemes.map(({ name, value }) => (
    <Button
      key={value}
      variant={value === chosen ? "primary" : "outline"}
      aria-pressed={value === chosen}
      onClick={() => {
        document.documentElement.style.colorScheme = value;
        setChosen(value);
      }}
    >
      {name}
    </Button>
  ));
}
