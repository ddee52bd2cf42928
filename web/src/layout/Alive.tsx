import Toasts from '../lib/toast/Toasts.tsx';
import { PageOnItsWay } from './arriving/PageOnItsWay.tsx';

/** What every page has once it is alive: messages, and the way to the next page. */
export function Alive() {
  return (
    <>
      <PageOnItsWay />
      <Toasts />
    </>
  );
}
