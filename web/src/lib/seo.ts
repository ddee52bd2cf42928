import { useEffect } from 'react';
import { type MetaDescriptor, useLocation } from 'react-router';

type PageTexts = {
  /** At most 60 characters: search engines cut longer ones. */
  title: string;
  /** At most 155, for the same reason. */
  description: string;
  /** `noindex`. */
  hidden?: boolean;
};

/** Metadata for search engines and shared links. The server adds the absolute URLs. */
export function pageMeta({ title, description, hidden = false }: PageTexts): MetaDescriptor[] {
  return [
    { title },
    { name: 'description', content: description },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Amasin' },
    { property: 'og:locale', content: 'fr_FR' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** Updates the canonical link on navigation: browsers share it, and the HTML names the first page only. */
export function useCanonical(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (link !== null) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}
