// SPDX-License-Identifier: Apache-2.0
#include <openssl/evp.h>

#include <array>
#include <new>
#include <utility>

#include "plan/seal.h"

namespace stallscope {

namespace {

EVP_MD_CTX* context_of(void* context) {
    return static_cast<EVP_MD_CTX*>(context);
}

}  // namespace

Sha256::Sha256() : m_context(EVP_MD_CTX_new()) {
    // Fails for want of memory only.
    if (!m_context || EVP_DigestInit_ex(context_of(m_context), EVP_sha256(), nullptr) != 1) {
        EVP_MD_CTX_free(context_of(m_context));
        throw std::bad_alloc();
    }
}

Sha256::~Sha256() {
    EVP_MD_CTX_free(context_of(m_context));
}

Sha256::Sha256(Sha256&& other) noexcept : m_context(std::exchange(other.m_context, nullptr)) {}

Sha256& Sha256::operator=(Sha256&& other) noexcept {
    std::swap(m_context, other.m_context);
    return *this;
}

void Sha256::add(std::span<const std::byte> bytes) {
    EVP_DigestUpdate(context_of(m_context), bytes.data(), bytes.size());
}

void Sha256::add(std::string_view text) {
    add(std::as_bytes(std::span(text)));
}

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_of(m_context), digest.data(), &size);
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (unsigned int i = 0; i < size; ++i) {
        hex += digits[digest[i] >> 4];
        hex += digits[digest[i] & 15];
    }
    return hex;
}

std::string sha256_hex(std::string_view bytes) {
    Sha256 sum;
    sum.add(bytes);
    return sum.hex();
}

}  // namespace stallscope
