import { useSession } from '../../session/session-context.ts';
import { useDialogUrl } from '../../ui/dialog/use-dialog-url.ts';
import { LazyDialog } from '../../ui/loading/LazyComponent.tsx';
import { CHAT_PARAM } from './chat-param.ts';

const load = () => import('./ChatDialog.tsx').then(({ ChatDialog }) => ChatDialog);

/** The customer's chat, on every page. */
export function ChatPlace() {
  const { user } = useSession();
  const { value, opened, close } = useDialogUrl(CHAT_PARAM);
  if (user?.type !== 'customer' || !user.active) return null;
  return <LazyDialog key={user._id} load={load} props={{ view: value }} opened={opened} onClose={close} />;
}
