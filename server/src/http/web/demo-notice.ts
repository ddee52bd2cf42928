const TEXT = 'Démonstration : rien n’est livré ni payé.';

const STYLE = [
  '.demo-notice{padding:4px max(16px,env(safe-area-inset-right)) 4px max(16px,env(safe-area-inset-left));',
  'border-bottom:1px solid #d9a520;background:#fff3d1;color:#4d3600;font-size:13px;line-height:1.4;text-align:center}',
  '[data-mantine-color-scheme=dark] .demo-notice{border-color:#7a5c12;background:#3a2c08;color:#ffe2a0}',
].join('');

/**
 * Says at the top of a page that it belongs to a demonstration. In the flow of the page, so that it covers nothing and is
 * there before anything is drawn. React does not touch unknown elements in the head and the body.
 */
export function withDemoNotice(html: string): string {
  return html
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace(
      /<body[^>]*>/,
      (body) => `${body}<aside class="demo-notice" aria-label="Démonstration">${TEXT}</aside>`,
    );
}
