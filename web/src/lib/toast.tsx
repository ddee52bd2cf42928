import { notifications } from '@mantine/notifications';
import { IconCheck, IconExclamationMark } from '@tabler/icons-react';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;

const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Fermer' } };

/** Messages at the top right. With the id of a loading toast, success and error replace it. */
export const toast = {
  success(message: string, loadingId?: string): void {
    if (loadingId !== undefined) toast.dismiss(loadingId);
    const icon = <IconCheck size={18} aria-hidden="true" />;
    notifications.show({ ...common, message, icon, color: 'feuille', autoClose: SUCCESS_MS });
  },
  error(message: string, loadingId?: string): void {
    if (loadingId !== undefined) toast.dismiss(loadingId);
    const icon = <IconExclamationMark size={18} aria-hidden="true" />;
    notifications.show({ ...common, message, icon, color: 'red', autoClose: ERROR_MS });
  },
  /** Has no time limit. @returns its id */
  loading(message: string): string {
    return notifications.show({ ...common, message, color: 'feuille', autoClose: false, loading: true });
  },
  dismiss(loadingId: string): void {
    notifications.hide(loadingId);
  },
  clear(): void {
    notifications.clean();
  },
};
