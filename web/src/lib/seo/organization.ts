import type { MetaDescriptor } from 'react-router';
import { contact } from '../contact.ts';

/** Structured data for search engines (schema.org). URLs are relative. No medicine is named. */
export const organization: MetaDescriptor = {
  'script:ld+json': {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': '/#organisation',
        name: 'Amasin',
        url: '/',
        logo: '/share.png',
        email: contact.email,
        telephone: contact.phone,
        address: { '@type': 'PostalAddress', addressLocality: 'Cotonou', addressCountry: 'BJ' },
        areaServed: { '@type': 'City', name: 'Cotonou' },
      },
      {
        '@type': 'WebSite',
        '@id': '/#site',
        name: 'Amasin',
        url: '/',
        inLanguage: 'fr',
        publisher: { '@id': '/#organisation' },
      },
    ],
  },
};
