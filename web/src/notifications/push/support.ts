/** `home-screen`: Safari on iPhone and iPad offers push messages only to installed apps. */
export type PushSupport = 'ready' | 'blocked' | 'home-screen' | 'none';

/** Whether this browser can receive push messages now. */
export function pushSupport(): PushSupport {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';
  if (isSupported) return Notification.permission === 'denied' ? 'blocked' : 'ready';
  return isAppleTouch() ? 'home-screen' : 'none';
}

/** An iPad presents itself as a Mac, which has no touch screen. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
