const KEY = 'device';

/** What an earlier sign-in on this device was given; it stays after signing out. */
export function readDevice(): string | undefined {
  try {
    return window.localStorage.getItem(KEY) ?? undefined;
  } catch {
    // The browser refuses storage: the device is not known.
    return undefined;
  }
}

export function keepDevice(device: string): void {
  try {
    window.localStorage.setItem(KEY, device);
  } catch {
    // Not known at the next sign-in.
  }
}
