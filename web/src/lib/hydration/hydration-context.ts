import { createContext } from 'react';

/** Whether the page is alive; where nobody says so there is no written page. */
export const HydrationContext = createContext(true);
