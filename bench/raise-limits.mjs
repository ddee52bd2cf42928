// Loaded before the server by bench/product.mjs: a load is one person, and would be refused at once.
import { limits } from '../server/src/settings/limits.ts';

for (const name of Object.keys(limits)) if (name !== 'captchaWork') limits[name] = 1_000_000;
