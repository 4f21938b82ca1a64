import { PhotoImage, type Rotation } from "../../src/components/photo-image.tsx";
import { PhotoPlaceholder } from "../../src/components/photo-placeholder.tsx";
import { Exhibit, longName, Row } from "./exhibit.tsx";

const rotations: readonly Rotation[] = [0, 90, 180, 270];

/** A drawing in the place of a photo: the sky is above, the door on the right. */
const drawing = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="110" fill="#9ecbe8"/><rect y="110" width="320" height="90" fill="#7d9b62"/><rect x="220" y="70" width="50" height="100" fill="#8a5a34"/></svg>`,
)}`;

/** Photos rotated by quarter turns, and the placeholder of one that cannot be displayed. */
export function PhotoExhibits() {
  return (
    <Exhibit name="Photos">
      {(["cover", "contain"] as const).map((fit) => (
        <Row key={fit}>
          {rotations.map((rotation) => (
            <div key={rotation} className="h-30 w-40 overflow-hidden rounded-md bg-sunken">
              <PhotoImage
                fit={fit}
                rotation={rotation}
                src={drawing}
                alt={`A house, turned by ${String(rotation)} degrees, ${fit}`}
              />
            </div>
          ))}
        </Row>
      ))}
      <div className="w-40">
        <PhotoPlaceholder
          photo={{ type: "before", filename: "a.heic", originalName: longName, caption: null }}
        />
      </div>
    </Exhibit>
  );
}
