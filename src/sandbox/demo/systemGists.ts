import type { DemoGist } from "./demoGist.ts";

export const systemGists: readonly DemoGist[] = [
  {
    description: "Go: a worker pool that stops when the context ends",
    days: 11,
    starredBy: ["tomas-berg"],
    files: {
      "pool.go": `package pool

import (
	"context"
	"sync"
)

// Run calls work for every job, with at most size at a time.
func Run[T any](ctx context.Context, size int, jobs <-chan T, work func(context.Context, T)) {
	var group sync.WaitGroup
	for range size {
		group.Add(1)
		go func() {
			defer group.Done()
			for {
				select {
				case <-ctx.Done():
					return
				case job, open := <-jobs:
					if !open {
						return
					}
					work(ctx, job)
				}
			}
		}()
	}
	group.Wait()
}
`,
    },
  },
  {
    description: "Go: graceful shutdown of an HTTP server",
    days: 68,
    files: {
      "main.go": `package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()

	server := &http.Server{Addr: ":8080"}
	go func() {
		if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Fatal(err)
		}
	}()

	<-ctx.Done()
	patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	log.Println(server.Shutdown(patience))
}
`,
    },
  },
  {
    description: "Rust: count words, fast enough",
    days: 17,
    edited: 16,
    files: {
      "main.rs": `use std::collections::HashMap;
use std::io::{self, BufRead};

fn main() -> io::Result<()> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for line in io::stdin().lock().lines() {
        for word in line?.split_whitespace() {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            if !word.is_empty() {
                *counts.entry(word).or_default() += 1;
            }
        }
    }

    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (word, count) in sorted.iter().take(20) {
        println!("{count:>6} {word}");
    }
    Ok(())
}
`,
      "Cargo.toml": `[package]
name = "words"
version = "0.1.0"
edition = "2021"
`,
    },
  },
  {
    description: "C: a growing buffer",
    days: 160,
    files: {
      "buffer.c": `#include "buffer.h"

#include <stdlib.h>
#include <string.h>

int buffer_append(struct buffer *b, const char *data, size_t size) {
    if (b->used + size > b->room) {
        size_t room = b->room ? b->room : 64;
        while (room < b->used + size) room *= 2;
        char *bytes = realloc(b->bytes, room);
        if (!bytes) return -1;
        b->bytes = bytes;
        b->room = room;
    }
    memcpy(b->bytes + b->used, data, size);
    b->used += size;
    return 0;
}
`,
      "buffer.h": `#pragma once

#include <stddef.h>

struct buffer {
    char *bytes;
    size_t used;
    size_t room;
};

/* Returns 0, or -1 when there is no memory; the buffer is unchanged then. */
int buffer_append(struct buffer *b, const char *data, size_t size);
`,
    },
  },
  {
    description: "Java: retry with back-off",
    days: 280,
    files: {
      "Retry.java": `import java.time.Duration;
import java.util.concurrent.Callable;

public final class Retry {
    private Retry() {}

    public static <T> T times(int attempts, Duration pause, Callable<T> work) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.call();
            } catch (Exception problem) {
                if (attempt == attempts) throw problem;
                Thread.sleep(pause.multipliedBy(1L << (attempt - 1)).toMillis());
            }
        }
    }
}
`,
    },
  },
  {
    description: "Kotlin: parse key=value lines",
    days: 430,
    files: {
      "Properties.kt": `fun parse(text: String): Map<String, String> =
    text.lineSequence()
        .map { it.substringBefore('#').trim() }
        .filter { '=' in it }
        .associate { line ->
            val (key, value) = line.split('=', limit = 2)
            key.trim() to value.trim()
        }

fun main() {
    println(parse("name = forge # a comment\\nport = 8080"))
}
`,
    },
  },
  {
    description: "C#: read a big file in pieces",
    days: 560,
    files: {
      "Pieces.cs": `using System.Collections.Generic;
using System.IO;

public static class Pieces
{
    public static IEnumerable<byte[]> Read(string path, int size = 1 << 20)
    {
        using var stream = File.OpenRead(path);
        var buffer = new byte[size];
        int read;
        while ((read = stream.Read(buffer, 0, size)) > 0)
        {
            yield return buffer[..read];
        }
    }
}
`,
    },
  },
  {
    description: "Swift: load JSON with async/await",
    days: 700,
    files: {
      "Loader.swift": `import Foundation

struct Loader {
    let session: URLSession = .shared

    func load<T: Decodable>(_ type: T.Type, from url: URL) async throws -> T {
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw URLError(.badServerResponse)
        }
        return try JSONDecoder().decode(type, from: data)
    }
}
`,
    },
  },
  {
    description: "Elixir: a cache with a time to live",
    days: 890,
    files: {
      "cache.ex": `defmodule Cache do
  use Agent

  def start_link(_), do: Agent.start_link(fn -> %{} end, name: __MODULE__)

  def fetch(key, ttl_ms, compute) do
    now = System.monotonic_time(:millisecond)

    case Agent.get(__MODULE__, &Map.get(&1, key)) do
      {value, until} when until > now ->
        value

      _ ->
        value = compute.()
        Agent.update(__MODULE__, &Map.put(&1, key, {value, now + ttl_ms}))
        value
    end
  end
end
`,
    },
  },
];
