import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// In a task of its own: between loading React and hydrating with it, the browser can answer a tap.
setTimeout(() => startTransition(() => void hydrateRoot(document, <HydratedRouter />)));
