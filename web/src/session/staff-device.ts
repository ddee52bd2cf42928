const KEY = 'staff';

/** Notes that the person signed in here is of the staff, until they sign out; nothing else about them. */
export function noteStaff(isStaff: boolean): void {
  try {
    if (isStaff) window.localStorage.setItem(KEY, '1');
    else window.localStorage.removeItem(KEY);
  } catch {
    // The browser refuses storage: after a reload nobody is known.
  }
}

/** Whether a member of the staff signed in here last and has not signed out: their session has ended in another way. */
export function wasStaff(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
