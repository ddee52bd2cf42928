export type Size = { width: number; height: number };

/** The size at which the whole of a page, turned, is seen in the room there is. Small ones are at most doubled. */
export function fit(page: Size, room: Size, rotation: number): Size & { scale: number } {
  const lying = rotation % 180 !== 0;
  const turned = lying ? { width: page.height, height: page.width } : page;
  const scale = Math.min(room.width / turned.width, room.height / turned.height, 2);
  return { width: Math.floor(turned.width * scale), height: Math.floor(turned.height * scale), scale };
}
