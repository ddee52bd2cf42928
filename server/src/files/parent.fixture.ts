import { startChild } from './child-pool.ts';

// A parent for child-pool.test.ts, which kills it: its child never ends the job by itself.
const child = startChild(new URL('./jobs.fixture.ts', import.meta.url), 500);
child.on('message', (done) => {
  process.stdout.write(`${JSON.stringify(done)}\n`);
  child.send({ endless: true });
});
child.send({});
setInterval(() => {}, 60_000);
