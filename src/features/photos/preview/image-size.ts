/** The number of bytes that is read to find the dimensions, even after a long EXIF block and colour profile. */
const headBytes = 256 * 1024;

/** The dimensions that a JPEG, PNG, GIF or WebP file states, or null; nothing is decoded. */
export async function readImageSize(file: Blob): Promise<{ width: number; height: number } | null> {
  const head = new DataView(await file.slice(0, headBytes).arrayBuffer());
  try {
    return sizeOf(head);
  } catch (error) {
    // The file ends before its dimensions.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeOf(head: DataView): { width: number; height: number } | null {
  switch (head.getUint32(0)) {
    case 0x89504e47: // PNG
      return { width: head.getUint32(16), height: head.getUint32(20) };
    case 0x47494638: // GIF8
      return { width: head.getUint16(6, true), height: head.getUint16(8, true) };
    case 0x52494646: // RIFF
      return webpSize(head);
    default:
      return head.getUint16(0) === 0xffd8 ? jpegSize(head) : null;
  }
}

/**
 * The size of a JPEG. A JPEG is a sequence of segments; a frame header has a marker from C0 to CF, except three that
 * mark tables.
 */
function jpegSize(head: DataView): { width: number; height: number } | null {
  let at = 2;
  while (head.getUint8(at) === 0xff) {
    const marker = head.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) };
    at += 2 + head.getUint16(at + 2);
  }
  return null;
}

function webpSize(head: DataView): { width: number; height: number } | null {
  switch (head.getUint32(12)) {
    case 0x56503858: // VP8X: 24 bits each, less one
      return {
        width: 1 + (head.getUint32(24, true) & 0xffffff),
        height: 1 + (head.getUint32(26, true) >>> 8),
      };
    case 0x5650384c: {
      // VP8L: 14 bits each, less one
      const bits = head.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 0x56503820: // VP8: 14 bits each
      return {
        width: head.getUint16(26, true) & 0x3fff,
        height: head.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}
