import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { watchStatements } from '../database/watch-statements.ts';
import { version } from '../settings/version.ts';
import { watchOutboundCalls } from './outbound-calls.ts';

export interface Traces {
  /** Traces the requests of this application; before its other hooks. */
  watchRequests(app: FastifyInstance): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/**
 * Traces requests, with their statements and calls to providers, for the collector that the variables of OpenTelemetry name. Only
 * routes, verbs, tables, hosts and statuses are exported: addresses contain signed links, statements and calls contain names and numbers,
 * which OpenTelemetry's own instrumentations export (decision 62). This module is loaded only when traces are on.
 */
export function startTraces(
  pool: Pool,
  { commit, processor = new BatchSpanProcessor(new OTLPTraceExporter()) }: Options,
): Traces {
  const named = resourceFromAttributes({
    'service.name': 'amasin',
    'service.version': version,
    ...(commit !== null && { 'vcs.ref.head.revision': commit }),
  });
  const given = detectResources({ detectors: [envDetector] });
  const resource = defaultResource().merge(named).merge(given);
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer('amasin');
  traceStatements(pool, tracer);
  const unwatch = traceOutboundCalls(tracer);
  return {
    watchRequests: (app) => traceRequests(app, tracer),
    close: () => {
      unwatch();
      return provider.shutdown();
    },
  };
}

interface Options {
  readonly commit: string | null;
  readonly processor?: SpanProcessor;
}

/** The request that the present code works for. */
const current = new AsyncLocalStorage<Context>();

function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const propagator = new W3CTraceContextPropagator();
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, id } = request;
    const route = request.routeOptions.url ?? 'none';
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.request.header.x-request-id': [id],
    };
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    const context = trace.setSpan(parent, span);
    contexts.set(request, context);
    current.run(context, done);
  });
  // Reading a body goes on in the events of its connection, which know of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request);
    if (context === undefined) done();
    else current.run(context, done);
  });
  const end = (request: FastifyRequest, finish: (span: Span) => void) => {
    const context = contexts.get(request);
    const span = context === undefined ? undefined : trace.getSpan(context);
    if (span === undefined) return;
    contexts.delete(request);
    finish(span);
    span.end();
  };
  app.addHook('onResponse', (request, { statusCode }, done) => {
    end(request, (span) => {
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    });
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, (span) => span.setAttribute('error.type', 'aborted'));
    done();
  });
}

/** A verb and its first table: `select orders`. Values in a statement are never told. */
export function summaryOf(statement: string): string {
  const [verb = ''] = /^[a-z]+/i.exec(statement.trimStart()) ?? [];
  const [, table = ''] = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]\w*)/i.exec(statement) ?? [];
  return `${verb.toLowerCase()} ${table.toLowerCase()}`.trim();
}

/** Statements outside requests, such as the polls of the queue, are not traced. */
function traceStatements(pool: Pool, tracer: Tracer): void {
  watchStatements(pool, (text) => {
    const parent = current.getStore();
    if (parent === undefined) return () => {};
    const summary = summaryOf(text);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
    const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, parent);
    return () => span.end();
  });
}

/** @returns stops it */
function traceOutboundCalls(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  return watchOutboundCalls({
    onStart: ({ request, host }) => {
      const parent = current.getStore();
      if (parent === undefined) return;
      const { method } = request;
      const attributes = { 'http.request.method': method, 'server.address': host };
      const options = { kind: SpanKind.CLIENT, attributes };
      spans.set(request, tracer.startSpan(`${method} ${host}`, options, parent));
    },
    onEnd: ({ request, status }) => {
      const span = spans.get(request);
      if (span === undefined) return;
      if (status === null) span.setAttribute('error.type', 'no answer');
      else span.setAttribute('http.response.status_code', status);
      if (status === null || status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  });
}
