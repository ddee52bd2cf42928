import { Toasts } from '../lib/Toasts.tsx';
import { NewVersion } from '../ui/NewVersion.tsx';
import { ChatPlace } from './chat/ChatPlace.tsx';
import { LiveConnection } from './LiveConnection.tsx';
import { SeenData } from './seen/SeenData.tsx';
import { PageTransition } from './transition/PageTransition.tsx';
import { WaitingOrderSender } from './waiting/WaitingOrderSender.tsx';

/** What every page has after hydration, in one lazy component. */
export function Hydrated() {
  return (
    <>
      <PageTransition />
      <NewVersion />
      <Toasts />
      <LiveConnection />
      <SeenData />
      <WaitingOrderSender />
      <ChatPlace />
    </>
  );
}
