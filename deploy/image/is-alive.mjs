// For HEALTHCHECK: the image has neither curl nor wget.
const { PORT = '3000' } = process.env;
const { ok } = await fetch(`http://127.0.0.1:${PORT}/health/live`, { signal: AbortSignal.timeout(4_000) });
process.exitCode = ok ? 0 : 1;
