import type { UseQueryResult } from '@tanstack/react-query';
import { useContext, useRef } from 'react';
import { SessionContext } from '../../session/session-context.ts';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import type { Latest } from '../api.ts';
import { PushSwitch } from '../push/PushSwitch.tsx';
import { SoundPrompt } from '../sound/SoundPrompt.tsx';
import { SoundSwitch } from '../sound/SoundSwitch.tsx';
import { useSounds } from '../sound/use-sounds.ts';
import { NotificationList } from './NotificationList.tsx';
import styles from './panel.module.css';

type Props = {
  query: UseQueryResult<Latest>;
  replacing: boolean;
  onLeave: () => void;
};

/** The 10 most recent, and the settings for sounds and push messages. */
export function NotificationPanel({ query, replacing, onLeave }: Props) {
  const [sounds, choose] = useSounds();
  const userId = useContext(SessionContext)?.user?._id;
  const top = useRef<HTMLDivElement>(null);
  // Receives the focus when the pressed button is unmounted.
  const keepFocus = () => top.current?.focus({ preventScroll: true });
  const chooseSounds = (on: boolean) => {
    choose(on);
    keepFocus();
  };
  return (
    <div ref={top} className={styles.panel} tabIndex={-1}>
      {sounds === null ? <SoundPrompt onChoose={chooseSounds} /> : null}
      <Content query={query} replacing={replacing} onLeave={onLeave} onAllRead={keepFocus} />
      {userId === undefined ? null : <PushSwitch userId={userId} />}
      {sounds === null ? null : <SoundSwitch enabled={sounds} onChange={choose} />}
    </div>
  );
}

function Content({ query, onAllRead, ...rest }: Props & { onAllRead: () => void }) {
  const { data } = query;
  if (data === undefined) {
    return <QueryState query={query} message="Erreur de chargement" rows={4} height={72} />;
  }
  if (data.notifications.length === 0) {
    return (
      <EmptyState title="Aucune notification" titleOrder={3} pictogram="phone">
        Ce qui vous concerne s’affiche ici dès que cela arrive.
      </EmptyState>
    );
  }
  return <NotificationList latest={data} onAllRead={onAllRead} {...rest} />;
}
