/** Concatenates texts (one byte per character), lists and bytes. */
export function bytes(
  ...parts: (string | readonly number[] | Uint8Array)[]
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : [...part],
    ),
  );
}

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 65_535)];
const le16 = (value: number) => u16(value).reverse();
const le24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
const le32 = (value: number) => u32(value).reverse();

type Part = string | readonly number[] | Uint8Array;
type Size = { width?: number; height?: number };

/** The private texts in the images below; none of them may remain. */
export const secrets = ["PRIVATE", "GPS-51.5007", "SERIAL"];
const secret = secrets.join(" ");

/** Builds an EXIF block with a rotation, the time, the colour space, a maker's note and the place. */
function exifBlock(): Uint8Array<ArrayBuffer> {
  const date = "2026:03:02 09:30:00\0";
  const note = `${secret}\0`;
  const top = 8;
  const topData = top + 2 + 4 * 12 + 4;
  const below = topData + note.length;
  const belowData = below + 2 + 3 * 12 + 4;
  const gps = belowData + date.length + note.length;
  const entry = (tag: number, type: number, count: number, value: Part) =>
    bytes(le16(tag), le16(type), le32(count), value);
  return bytes(
    ...["II*\0", le32(top), le16(4)],
    entry(0x010f, 2, note.length, le32(topData)),
    entry(0x0112, 3, 1, [6, 0, 0, 0]),
    entry(0x8769, 4, 1, le32(below)),
    entry(0x8825, 4, 1, le32(gps)),
    ...[[0, 0, 0, 0], note, le16(3)],
    entry(0x9003, 2, date.length, le32(belowData)),
    entry(0x927c, 7, note.length, le32(belowData + date.length)),
    entry(0xa001, 3, 1, [1, 0, 0, 0]),
    ...[[0, 0, 0, 0], date, note, le16(1)],
    entry(0x0001, 2, 12, le32(gps + 18)),
    ...[[0, 0, 0, 0], "GPS-51.5007\0"],
  );
}

/**
 * Builds a colour profile with a text in its description, in a private tag, in its header and between its tags. With
 * null, these parts are overwritten with zeros.
 */
export function colourProfile(said: string | null): Uint8Array<ArrayBuffer> {
  const text = said ?? "\0".repeat(secret.length);
  const of = (type: string) => (said === null ? "\0\0\0\0" : type);
  const description = bytes("desc", u32(0), u32(said === null ? 1 : text.length), text);
  const tags: [string, Uint8Array][] = [
    ["desc", description],
    ["mmod", bytes(of("data"), u32(0), text)],
    ["rXYZ", bytes("XYZ ", u32(0), u32(28_576), u32(14_577), u32(912))],
    ["rTRC", bytes("curv", u32(0), u32(1), [2, 51])],
  ];
  const head = bytes(new Uint8Array(36), "acsp", new Uint8Array(60), text.slice(0, 28));
  const start = 128 + 4 + 12 * tags.length + text.length;
  let at = start;
  const entries = tags.map(([name, { length }]) => {
    const entry = bytes(name, u32(at), u32(length));
    at += length;
    return entry;
  });
  const padded = bytes(head, new Uint8Array(128 - head.length));
  return bytes(padded, u32(tags.length), ...entries, text, ...tags.map(([, data]) => data));
}

const segment = (marker: number, ...data: Part[]) => {
  const content = bytes(...data);
  return bytes([0xff, marker], u16(content.length + 2), content);
};

export const jpegFrame = ({ width = 4, height = 3 }: Size = {}) =>
  segment(0xc0, [8], u16(height), u16(width), [1, 1, 0x11, 0]);

/** Builds the segments of a JPEG that must be kept; the scan contains an escaped 0xff and a restart marker. */
export const jpegPicture = (size?: Size, profile = colourProfile(null)) =>
  bytes(
    segment(0xe2, "ICC_PROFILE\0", [1, 2], profile.subarray(0, 200)),
    segment(0xe2, "ICC_PROFILE\0", [2, 2], profile.subarray(200)),
    segment(0xdb, new Uint8Array(65)),
    jpegFrame(size),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56],
  );

/** Builds a JPEG with all the metadata that phones add. */
export const phoneJpeg = (size?: Size) =>
  bytes(
    [0xff, 0xd8],
    segment(0xe1, "Exif\0\0", exifBlock()),
    segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", secret),
    segment(0xe2, "MPF\0", secret),
    segment(0xed, "Photoshop 3.0\0", secret),
    segment(0xfe, secret),
    jpegPicture(size, colourProfile(secret)),
    [0xff, 0xd9],
    "a film of ",
    secret,
  );

const chunk = (type: string, ...data: Part[]) => {
  const content = bytes(...data);
  return bytes(u32(content.length), type, content, [0, 0, 0, 0]);
};

const pngHead = ({ width = 4, height = 3 }: Size = {}) =>
  bytes("\x89PNG\r\n\x1a\n", chunk("IHDR", u32(width), u32(height), [8, 2, 0, 0, 0]));

export const pngPicture = (size?: Size) =>
  bytes(pngHead(size), chunk("iCCP", "ICC\0\0"), chunk("IDAT", [1, 2, 3]));

export const phonePng = (size?: Size) =>
  bytes(
    pngPicture(size),
    chunk("eXIf", exifBlock()),
    chunk("tEXt", `Comment\0${secret}`),
    chunk("iTXt", `XML:com.adobe.xmp\0${secret}`),
    ...[
      chunk("XTRA", secret),
      chunk("IHDR", u32(4), u32(3), [8, 2, 0, 0, 0], secret),
      chunk("sPLT", `${secret}\0`),
    ],
    ...[chunk("gAMA", u32(45_455), secret), chunk("IEND", secret)],
    secret,
  );

/** An animated PNG whose frame is of another size than it is. */
export const animatedPng = (frame: Required<Size>) =>
  bytes(
    pngHead(),
    chunk("acTL", u32(1), u32(0)),
    chunk("fcTL", u32(0), u32(frame.width), u32(frame.height), u32(0), u32(0), [0, 1, 0, 1, 0, 0]),
    chunk("IDAT", [1, 2, 3]),
    chunk("IEND"),
  );

/** Builds a GIF of two frames; the second one has this size and position. */
export const phoneGif = (
  { width = 4, height = 3 }: Size = {},
  frame: Size & { left?: number } = {},
) => {
  const picture = (of: Size, left = 0) =>
    bytes(
      [0x2c],
      le16(left),
      [0, 0],
      le16(of.width ?? 4),
      le16(of.height ?? 3),
      [0, 2, 2, 0x44, 1, 0],
    );
  return bytes(
    ...["GIF89a", le16(width), le16(height), [0x80, 0, 0], [0, 0, 0, 255, 255, 255]],
    ...[[0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0], [secret.length], secret, [0]],
    ...[[0x21, 0xff, 11], "ICCRGBG1012", [secret.length], secret, [0]],
    ...[[0x21, 0xf9, 4, 0, 10, 0, 0], [secret.length], secret, [0]],
    ...[[0x21, 0x01, 12], new Uint8Array(12), [secret.length], secret, [0]],
    ...[[0x21, 0xfe, secret.length], secret, [0]],
    ...[[0x21, 0xff, 11], "XMP DataXMP", [secret.length], secret, [0]],
    ...[picture({}), picture(frame, frame.left), [0x3b], secret],
  );
};

const riff = (type: string, ...data: Part[]) => {
  const content = bytes(...data);
  return bytes(type, le32(content.length), content, content.length % 2 === 1 ? [0] : []);
};

export const webpLossless = ({ width = 4, height = 3 }: Size = {}) =>
  riff("VP8L", [0x2f], le32((width - 1) | ((height - 1) << 14)), [7, 7, 7]);

export const webpFile = (...chunks: Uint8Array[]) => riff("RIFF", "WEBP", ...chunks);

export const webpCanvas = ({ width = 4, height = 3 }: Size = {}, flags = 0x2c, behind = "") =>
  riff("VP8X", [flags, 0, 0, 0], le24(width - 1), le24(height - 1), behind);

export const webpFrame = (size: Size, inner: Uint8Array) =>
  riff(
    "ANMF",
    [0, 0, 0, 0, 0, 0],
    le24((size.width ?? 4) - 1),
    le24((size.height ?? 3) - 1),
    [9, 0, 0, 0],
    inner,
  );

export const phoneWebp = (size?: Size) =>
  bytes(
    webpFile(
      ...[webpCanvas(size, 0x2c, secret), riff("ICCP", colourProfile(secret)), webpLossless(size)],
      ...[riff("ANIM", new Uint8Array(6), secret), webpCanvas(size, 0x2c, secret)],
      ...[riff("EXIF", exifBlock()), riff("XMP ", secret), riff("NOTE", secret)],
    ),
    secret,
  );

const box = (type: string, ...data: Part[]) => {
  const content = bytes(...data);
  return bytes(u32(content.length + 8), type, content);
};

/**
 * Builds a HEIC file with an image, its EXIF block and its XMP text. The image may be a grid that declares another
 * size.
 */
export const phoneHeic = ({ width = 4, height = 3 }: Size = {}, grid: Size = {}) => {
  const [picture, exif, xmp] = [bytes("picture data"), bytes(u32(0), exifBlock()), bytes(secret)];
  const tiles = bytes([0, 1, 0, 0], u32(grid.width ?? 4), u32(grid.height ?? 3));
  const entry = (id: number, type: string, rest: Part = "\0") =>
    box("infe", [2, 0, 0, 0], u16(id), [0, 0], type, rest);
  const ftyp = box("ftyp", "heic", [0, 0, 0, 0], "mif1heic");
  const note = bytes(box("uuid", secret), box("free", secret));
  const meta = (start: number) => {
    let at = start;
    const place = (id: number, length: number) => {
      const row = bytes(u16(id), u16(0), u16(0), u16(1), u32(at), u32(length));
      at += length;
      return row;
    };
    const rows = [picture, exif, xmp].map(({ length }, index) => place(index + 1, length));
    const inMeta = bytes(u16(4), u16(1), u16(0), u16(1), u32(0), u32(tiles.length));
    return box(
      "meta",
      [0, 0, 0, 0],
      box(
        "iinf",
        [0, 0, 0, 0],
        u16(4),
        entry(1, "hvc1"),
        entry(2, "Exif"),
        entry(3, "mime", "\0application/rdf+xml\0"),
        entry(4, "grid"),
      ),
      box("iloc", [1, 0, 0, 0], [0x44, 0x00], u16(4), ...rows, inMeta),
      box(
        "iprp",
        box(
          "ipco",
          ...[box("udes", u32(0), secret), box("ispe", u32(0), u32(width), u32(height))],
          box("colr", "prof", colourProfile(secret)),
        ),
      ),
      box("idat", tiles),
      ...[box("uuid", secret), box("xml ", u32(0), secret), box("free", secret)],
    );
  };
  const start = ftyp.length + note.length + meta(0).length + 8;
  return bytes(
    ftyp,
    note,
    meta(start),
    box("mdat", picture, exif, xmp),
    box("free", secret),
    secret,
  );
};

/** A HEIC file that lists one item, the same 9000 bytes, so many times. */
export const repeatedHeicItem = (count: number) =>
  bytes(
    box("ftyp", "heic", [0, 0, 0, 0], "mif1heic"),
    box(
      "meta",
      [0, 0, 0, 0],
      box(
        "iinf",
        [0, 0, 0, 0],
        u16(count),
        ...Array.from({ length: count }, () => box("infe", [2, 0, 0, 0], u16(1), [0, 0], "hvc1\0")),
      ),
      box("iloc", [1, 0, 0, 0], [0x44, 0], ...[1, 1, 0, 0, 1].map(u16), u32(0), u32(9000)),
    ),
    box("mdat", new Uint8Array(9000)),
  );

/** Builds a HEIC image sequence whose metadata has the place. */
export const heicSequence = ({ width = 4, height = 3 }: Size = {}) =>
  bytes(
    box("ftyp", "hevc", [0, 0, 0, 0], "msf1hevc"),
    box(
      "moov",
      box("trak", box("tkhd", new Uint8Array(76), u16(width), [0, 0], u16(height), [0, 0])),
      box("udta", secret),
    ),
    box("mdat", "frames"),
  );
