import type { Notification } from '../notifications/notification.ts';
import type { LiveResource } from './resources.ts';

/** Events of the live connection from the server (SPEC 7). Each one is sent after the commit of what it reports. */
export interface ServerEvents {
  notification: (notification: Notification) => void;
  /** Something that this person may see has changed in these resources: read it again. Not in SPEC 7 (decision 23). */
  changed: (resources: readonly LiveResource[]) => void;
}
