/** The script that each text tries to run, defined by the test. `data-hostile` marks an element that a text has made. */
const SCRIPT = 'hostile()';

/** Elements that run a script when a page takes them for HTML. */
const elements = [
  `<script data-hostile>${SCRIPT}</script>`,
  `<ScRiPt data-hostile>${SCRIPT}</sCrIpT>`,
  `<script data-hostile src=/robots.txt></script>`,
  `<script data-hostile type=module>${SCRIPT}</script>`,
  `<img data-hostile src=x onerror=${SCRIPT}>`,
  `<img data-hostile src=/icon.svg onload=${SCRIPT}>`,
  `<img/data-hostile/src=x/onerror=${SCRIPT}>`,
  `<svg data-hostile onload=${SCRIPT}>`,
  `<svg data-hostile><script>${SCRIPT}</script></svg>`,
  `<svg data-hostile><animate onbegin=${SCRIPT} attributeName=x dur=1s>`,
  `<svg data-hostile><a href="javascript:${SCRIPT}"><text>x</text></a></svg>`,
  `<iframe data-hostile src="javascript:parent.${SCRIPT}"></iframe>`,
  `<iframe data-hostile srcdoc="<script>parent.${SCRIPT}</script>"></iframe>`,
  `<object data-hostile data="javascript:${SCRIPT}"></object>`,
  `<embed data-hostile src="javascript:${SCRIPT}">`,
  `<a data-hostile href="javascript:${SCRIPT}">lien</a>`,
  `<form data-hostile action="javascript:${SCRIPT}"><button>x</button></form>`,
  `<button data-hostile formaction="javascript:${SCRIPT}" autofocus>x</button>`,
  `<input data-hostile autofocus onfocus=${SCRIPT}>`,
  `<select data-hostile autofocus onfocus=${SCRIPT}></select>`,
  `<textarea data-hostile autofocus onfocus=${SCRIPT}></textarea>`,
  `<details data-hostile open ontoggle=${SCRIPT}>x</details>`,
  `<video data-hostile src=x onerror=${SCRIPT}></video>`,
  `<audio data-hostile src=x onerror=${SCRIPT}></audio>`,
  `<video data-hostile><source onerror=${SCRIPT} src=x></video>`,
  `<body data-hostile onload=${SCRIPT}>`,
  `<marquee data-hostile onstart=${SCRIPT}>x</marquee>`,
  `<link data-hostile rel=stylesheet href="data:text/css,*{display:none}">`,
  `<style data-hostile>body{display:none}</style>`,
  `<meta data-hostile http-equiv=refresh content="0;url=/nulle-part">`,
  `<base data-hostile href="/nulle-part/">`,
  `<template data-hostile><script>${SCRIPT}</script></template>`,
  `<math data-hostile><maction actiontype=statusline xlink:href="javascript:${SCRIPT}">x</math>`,
  `<div data-hostile style="position:fixed;inset:0;z-index:99999">x</div>`,
  `<p data-hostile onpointerover=${SCRIPT} style="position:fixed;inset:0">x</p>`,
  `<noscript><p title="</noscript><img data-hostile src=x onerror=${SCRIPT}>">`,
] as const;

/** Texts for other places than HTML: attributes, scripts, templates, addresses, style sheets, spreadsheets. */
const others = [
  `javascript:${SCRIPT}`,
  `JaVaScRiPt:${SCRIPT}`,
  `java\tscript:${SCRIPT}`,
  `data:text/html,<script>${SCRIPT}</script>`,
  `vbscript:${SCRIPT}`,
  `//127.0.0.1/nulle-part`,
  `\${${SCRIPT}}`,
  `{{${SCRIPT}}}`,
  `{{constructor.constructor('${SCRIPT}')()}}`,
  `<%= ${SCRIPT} %>`,
  `#{${SCRIPT}}`,
  `';${SCRIPT};'`,
  `";${SCRIPT};"`,
  `\\";${SCRIPT};//`,
  `</script><script data-hostile>${SCRIPT}</script>`,
  `]]><script data-hostile>${SCRIPT}</script>`,
  `*/${SCRIPT}/*`,
  `expression(${SCRIPT})`,
  `url("javascript:${SCRIPT}")`,
  `red;}</style><script data-hostile>${SCRIPT}</script>`,
  `__proto__`,
  `constructor`,
  `[object Object]`,
  `dangerouslySetInnerHTML`,
  `{"__html":"<img data-hostile src=x onerror=${SCRIPT}>"}`,
  `=HYPERLINK("javascript:${SCRIPT}")`,
  `+cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `%3Cscript%3E${SCRIPT}%3C/script%3E`,
  `&lt;script&gt;${SCRIPT}&lt;/script&gt;`,
  `&#60;img src=x onerror=${SCRIPT}&#62;`,
  `\\u003cimg src=x onerror=${SCRIPT}\\u003e`,
] as const;

/** Each ends the attribute, comment or element in which a text is written, so that the element after it is read as HTML. */
const endings = ['', '">', "'>", '--></textarea></title></style>', '\\">'] as const;

/** One word where a line cannot break, as wide as a person may type it, in several scripts; shorter where a column takes less. */
export const longWords: readonly string[] = [
  'W'.repeat(120),
  'Ɖɔ̀sù'.repeat(24),
  'ﷺ'.repeat(40),
  'שלום'.repeat(30),
  '漢'.repeat(120),
  '👩‍⚕️'.repeat(24),
  'a_b-c.d'.repeat(17),
];

/** More than 200 texts that would run a script, make an element or leave the page if one place wrote them as HTML. */
export const hostileTexts: readonly string[] = [
  ...others,
  ...endings.flatMap((ending) => elements.map((element) => `${ending}${element}`)),
];
