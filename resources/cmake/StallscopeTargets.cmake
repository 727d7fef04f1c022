# SPDX-License-Identifier: Apache-2.0
# Settings that hold for every target, and the kinds of target there are: an engine folder, its
# tests, its fuzz targets and its benchmarks.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Kind of build" FORCE)
endif()

# The build tree mirrors the install layout. The engine finds its host library in ../lib, seen from
# its own binary, so the folder's name is not the distribution's to choose.
set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Libraries, relative to the prefix")
include(GNUInstallDirs)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

find_package(Threads REQUIRED)
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)
find_package(SQLite3 REQUIRED)
find_package(CLI11 REQUIRED)

# The one source of warnings; tests drop a few of them.
add_library(stallscope_warnings INTERFACE)
target_compile_options(stallscope_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
    $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast>
    $<$<BOOL:${STALLSCOPE_WERROR}>:-Werror>)
target_compile_definitions(stallscope_warnings INTERFACE
    STALLSCOPE_VERSION="${PROJECT_VERSION}")

add_library(stallscope_settings INTERFACE)
target_link_libraries(stallscope_settings INTERFACE stallscope_warnings)
if(STALLSCOPE_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
        message(FATAL_ERROR "The fuzz targets need clang. Use the preset: cmake --preset fuzz")
    endif()
    target_compile_options(stallscope_settings INTERFACE
        -fsanitize=fuzzer-no-link,address,undefined -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    target_link_options(stallscope_settings INTERFACE -fsanitize=address,undefined)
elseif(STALLSCOPE_SANITIZE)
    target_compile_options(stallscope_settings INTERFACE
        -fsanitize=${STALLSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(stallscope_settings INTERFACE -fsanitize=${STALLSCOPE_SANITIZE})
endif()

# stallscope_folder(NAME LINKS...): the static library of engine/NAME, all its .cpp files.
function(stallscope_folder name)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    add_library(stallscope_${name} STATIC ${sources})
    target_include_directories(stallscope_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(stallscope_${name} PUBLIC tl::expected ${ARGN}
        PRIVATE $<BUILD_INTERFACE:stallscope_settings>)
endfunction()

# stallscope_measures(FOLDERS...): tests of these folders measure or start processes that do, so
# nothing else may run beside them.
function(stallscope_measures)
    set_property(GLOBAL APPEND PROPERTY STALLSCOPE_MEASURES ${ARGN})
endfunction()

# stallscope_test(FOLDER [IN PLACE] LINKS...): tests/FOLDER/*.cpp (or those of tests/PLACE) as one
# GoogleTest program.
function(stallscope_test folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "IN" "")
    if(NOT arg_IN)
        set(arg_IN ${folder})
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${arg_IN}/*.cpp)
    if(NOT sources)
        return()
    endif()
    add_executable(test_${folder} ${sources})
    target_include_directories(test_${folder} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(test_${folder} PRIVATE ${arg_UNPARSED_ARGUMENTS} stallscope_settings
        GTest::gtest_main GTest::gmock)
    target_compile_options(test_${folder} PRIVATE -Wno-old-style-cast)
    target_compile_definitions(test_${folder} PRIVATE
        STALLSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" STALLSCOPE_BUILD_DIR="${CMAKE_BINARY_DIR}")
    get_property(measures GLOBAL PROPERTY STALLSCOPE_MEASURES)
    set(serial FALSE)
    if(folder IN_LIST measures)
        set(serial TRUE)
    endif()
    gtest_discover_tests(test_${folder} TEST_PREFIX ${folder}. DISCOVERY_TIMEOUT 60
        PROPERTIES TIMEOUT 300 RUN_SERIAL ${serial})
endfunction()

# stallscope_python_test(FOLDER): every tests/FOLDER/*_test.py as one test (unittest).
function(stallscope_python_test folder)
    file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.py)
    get_property(measures GLOBAL PROPERTY STALLSCOPE_MEASURES)
    foreach(script IN LISTS scripts)
        cmake_path(GET script STEM name)
        add_test(NAME ${folder}.${name} COMMAND Python3::Interpreter ${script} -v
            WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
        set(environment PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=${CMAKE_SOURCE_DIR}/resources/python
            STALLSCOPE_SOURCE_DIR=${CMAKE_SOURCE_DIR} STALLSCOPE_BUILD_DIR=${CMAKE_BINARY_DIR})
        set_tests_properties(${folder}.${name} PROPERTIES TIMEOUT 600
            ENVIRONMENT "${environment}")
        if(folder IN_LIST measures)
            set_tests_properties(${folder}.${name} PROPERTIES RUN_SERIAL TRUE)
        endif()
    endforeach()
endfunction()

# stallscope_fuzzers(LINKS...): every tests/fuzz/NAME_fuzz.cpp as the program fuzz_NAME. The libraries
# are static: each takes what it needs.
function(stallscope_fuzzers)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/*_fuzz.cpp)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        string(REGEX REPLACE "_fuzz$" "" name ${name})
        add_executable(fuzz_${name} ${source})
        target_link_libraries(fuzz_${name} PRIVATE ${ARGN} stallscope_settings)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        list(APPEND all fuzz_${name})
    endforeach()
    add_custom_target(fuzzers DEPENDS ${all})
endfunction()

# stallscope_benches(LINKS...): every tests/bench/NAME_bench.cpp as the program bench_NAME.
function(stallscope_benches)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bench/*_bench.cpp)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        string(REGEX REPLACE "_bench$" "" name ${name})
        add_executable(bench_${name} ${source})
        target_link_libraries(bench_${name} PRIVATE ${ARGN} stallscope_settings
            benchmark::benchmark)
        target_compile_definitions(bench_${name} PRIVATE
            STALLSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" STALLSCOPE_BUILD_DIR="${CMAKE_BINARY_DIR}")
        list(APPEND all bench_${name})
    endforeach()
    add_custom_target(benches DEPENDS ${all})
endfunction()
