import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import './ui/theme/styles.ts';
import { SiteFrame } from './layout/SiteFrame.tsx';
import { HydrationProvider } from './lib/hydration.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { pageMeta } from './lib/seo.ts';
import { SessionProvider } from './session/SessionProvider.tsx';
import { FullPageSpinner } from './ui/feedback.tsx';
import { PageFault } from './ui/PageFault.tsx';
import { theme } from './ui/theme/theme.ts';
import { resolveVariables } from './ui/theme/variables.ts';

/** Metadata of the fallback page, from which protected pages start. Every page has its own. */
export const meta = () =>
  pageMeta({
    title: 'Amasin, vos médicaments livrés à Cotonou',
    description:
      'Commandez vos médicaments en ligne : une pharmacie de Cotonou les prépare, un livreur vous les apporte.',
    hidden: true,
  });

export function Layout({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return (
    <html lang="fr" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1e221e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <ColorSchemeScript defaultColorScheme="auto" />
        <Meta />
        <Links />
      </head>
      <body>
        <HydrationProvider>
          <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
            <QueryClientProvider client={queries}>
              <SessionProvider>
                <SiteFrame>{children}</SiteFrame>
              </SessionProvider>
            </QueryClientProvider>
          </MantineProvider>
        </HydrationProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Shown on the fallback page until the code of a protected page is loaded. */
export function HydrateFallback() {
  return <FullPageSpinner />;
}

export function ErrorBoundary() {
  return <PageFault />;
}
